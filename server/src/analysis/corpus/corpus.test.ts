import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from '../../domain/text/split-words.ts';
import { packQuestions } from './chunk.ts';
import { cutRows, partsOf, textRow } from './corpus.fixture.ts';
import { type Corpus, gatherCorpus, listOf } from './corpus.ts';

const textsOf = (corpus: Corpus) =>
  Array.from({ length: corpus.count }, (_, question) =>
    Array.from(listOf(corpus.texts, question), (word) => corpus.words[word]).join(' '),
  );

describe('a corpus', () => {
  it('holds every question as it was', async () => {
    const rows = [
      textRow({
        question_text: 'What is the capital of Peru?',
        correct_answer: 'Lima',
        topic_focus: 'Cities',
        difficulty: 2,
        version: 7,
      }),
      textRow({ question_text: 'Lima is the capital of what?', correct_answer: 'Peru', category: 'Geography' }),
    ];
    const corpus = await gatherCorpus(partsOf({ population: 0, partial: packQuestions(rows) }));
    expect(textsOf(corpus)).toEqual(['what is the capital of peru', 'lima is the capital of what']);
    expect([...listOf(corpus.answers, 0)].map((word) => corpus.words[word])).toEqual(['lima']);
    expect([corpus.idOf(0), corpus.idOf(1)]).toEqual(rows.map(({ id }) => id));
    expect([...corpus.versions]).toEqual([7, 1]);
    expect([...corpus.difficulties]).toEqual([2, 1]);
    expect(Array.from(corpus.categories.of, (label) => corpus.categories.names[label])).toEqual([
      'Science',
      'Geography',
    ]);
    expect(Array.from(corpus.topics.of, (label) => corpus.topics.names[label])).toEqual(['Cities', null]);
  });

  it('is the same however the bank was cut, even after its chunks were stored', async () => {
    const word = fc.constantFrom('red', 'green', 'blue', 'Ärger', '日本語の本');
    const rows = fc.array(
      fc
        .record({ question_text: fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')), category: word })
        .map(textRow),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(rows, fc.array(fc.nat(20), { maxLength: 4 }), async (all, cuts) => {
        const whole = await gatherCorpus(partsOf({ population: 0, partial: packQuestions(all) }));
        const pieces = cutRows(
          all,
          cuts.map((cut) => Math.min(cut, all.length)),
        );
        const stored = pieces.map((piece) => ({
          population: 0,
          partial: deserialize(serialize(packQuestions(piece))) as ReturnType<typeof packQuestions>,
        }));
        const cut = await gatherCorpus(partsOf(...stored));
        expect({ ...cut, idOf: null }).toEqual({ ...whole, idOf: null });
        expect(textsOf(cut)).toEqual(textsOf(whole));
      }),
    );
  });

  it('keeps populations apart', async () => {
    const part = (population: number) => ({ population, partial: packQuestions([textRow()]) });
    const corpus = await gatherCorpus(partsOf(part(0), part(1)));
    expect([...corpus.populations]).toEqual([0, 1]);
  });

  it('handles more words than a 16-bit index can address', async () => {
    const rows = Array.from({ length: 7 }, (_, row) =>
      textRow({ question_text: Array.from({ length: 10_000 }, (_, word) => `w${row * 10_000 + word}`).join(' ') }),
    );
    const corpus = await gatherCorpus(partsOf({ population: 0, partial: packQuestions(rows) }));
    expect(textsOf(corpus)[6]?.endsWith('w69999')).toBe(true);
  });
});

describe('words', () => {
  it('are folded and cut at spaces', () => {
    expect(splitWords("What's the Škoda's top speed?")).toEqual(['what', 's', 'the', 'skoda', 's', 'top', 'speed']);
    expect(splitWords('…')).toEqual([]);
  });

  it('are pairs of characters where a script has no spaces', () => {
    expect(splitWords('日本の首都は?')).toEqual(['日本', '本の', 'の首', '首都', '都は']);
    expect(splitWords('Wer schrieb 山?')).toEqual(['wer', 'schrieb', '山']);
  });
});
