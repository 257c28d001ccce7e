import { describe, expect, it } from 'vitest';
import { pick, seededRandom } from '../../../../test/random.ts';
import { asksSomething } from '../../../domain/likeness/asks.ts';
import { exactKey } from '../../../domain/likeness/exact-key.ts';
import { particularsOf } from '../../../domain/likeness/particulars.ts';
import { joinWords, stemWord } from '../../../domain/likeness/stems.ts';
import { neighbourOf, wordOrder } from '../../../domain/likeness/word-order.ts';
import { wordsOfKey } from '../../../domain/text/split-words.ts';
import { textKey } from '../../../domain/text/text.ts';
import { Numbering } from '../../corpus/chunk.ts';
import { hashInto } from './keys.ts';
import { TextReader } from './text-reader.ts';

/** A reference implementation with strings, step by step. */
function readSlowly(text: string) {
  const key = exactKey(text, textKey(text));
  const keys = new Uint32Array(2);
  hashInto(keys, 0, key);
  const all = wordsOfKey(key);
  const words = joinWords(all);
  return {
    words: [...new Set(words)],
    key: [...keys],
    order: [...wordOrder(words.map((word) => neighbourOf(stemWord(word))))],
    asks: asksSomething(text, all) ? 1 : 0,
    particulars: particularsOf(text, all),
  };
}

function readAll(texts: readonly string[]) {
  const reader = new TextReader(texts.length, stemWord);
  const words = new Numbering<string>();
  return texts.map((text, index) => ({
    words: reader.read(text, words.numberOf).map((number) => words.names[number]),
    key: [...reader.keys.subarray(2 * index, 2 * index + 2)],
    order: [...reader.orders.subarray(2 * index, 2 * index + 2)],
    asks: reader.asks[index],
    particulars: reader.particulars[index],
  }));
}

describe('TextReader', () => {
  it('reads any text like the reference implementation', () => {
    const random = seededRandom(11);
    const pieces = [
      ..."What which THE of a is in Capital capital Peru u.s. U S United states states s t isn't isnt don t city".split(
        ' ',
      ),
      ...[
        'Zürich',
        '日本の首都',
        'x²',
        '2+2',
        '2·2',
        'C#',
        'symbol He',
        'one of',
        'from',
        '🦁',
        '-5',
        '1914–1918',
        '4x + 4',
        '\u0000',
        '\u007f',
        '__',
        '?',
        '!',
        "'s",
        '\n',
        'ﬁ',
        '',
      ],
    ];
    const texts = Array.from({ length: 5000 }, () =>
      Array.from({ length: Math.floor(random() * 12) }, () => pick(random, pieces)).join(
        pick(random, [' ', ' ', '-', '  ']),
      ),
    );
    expect(readAll(texts)).toEqual(texts.map(readSlowly));
  });

  it('distinguishes more words than it has slots', () => {
    const texts = Array.from({ length: 12_000 }, (_, index) => `a${index.toString(36)} B${index} and c${index % 100}`);
    expect(readAll([...texts, ...texts])).toEqual([...texts, ...texts].map(readSlowly));
  });
});
