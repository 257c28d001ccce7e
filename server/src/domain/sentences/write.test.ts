import { describe, expect, it } from 'vitest';
import { makeWriter, parseSentence, type SentenceTree, translate } from './write.ts';

const TREE: SentenceTree = {
  plain: 'All is well.',
  count: '{count, plural, =0 {No question} one {# question} other {# questions}}',
  numbers: '{share, percent}, {small, rounded}, {large, rounded}, {exact, decimal}, {many}',
  relation: '{relation, select, exact {the same} other {alike}}',
  level: '{level, term, level}',
  cell: '{cell, phrase, cell}',
  names: '{names, list}; {names, list, {"{it}"}}; {names, join, { / } {{it}}}',
  moves: '{moves, list, {{from} to {to} ({count})}}',
  capital: '{names, capital, {{names, list}}}, {names, small, {Names}}',
  closing: 'Read the rows. {or_dismiss}',
  terms: { level: { '0': 'Basic' } },
  phrases: {
    cell: '{category}, {level, term, level} of {total}',
    or_dismiss: 'Or not.',
    under: 'under {limit}',
    over: 'over {limit}',
  },
};

describe('a sentence', () => {
  const write = makeWriter('en', TREE);

  it.each([
    ['plain', {}, 'All is well.'],
    ['count', { count: 0 }, 'No question'],
    ['count', { count: 1 }, '1 question'],
    ['count', { count: 12_345 }, '12,345 questions'],
    [
      'numbers',
      { share: 0.075, small: 0.01284, large: 1234.56, exact: -0.001, many: 1e4 },
      '7.5%, 0.013, 1,234.6, 0.00, 10,000',
    ],
    ['relation', { relation: 'exact' }, 'the same'],
    ['relation', { relation: 'near' }, 'alike'],
    ['level', { level: 0 }, 'Basic'],
    ['level', { level: 7 }, '7'],
    ['cell', { cell: { category: 'Art', level: 0 }, total: 3 }, 'Art, Basic of 3'],
    ['names', { names: ['a', 'b', 'c'] }, 'a, b and c; "a", "b" and "c"; a / b / c'],
    ['moves', { moves: [{ from: 'A', to: 'B', count: 2 }] }, 'A to B (2)'],
    ['capital', { names: ['art', 'law'] }, 'Art and law, names'],
    ['closing', {}, 'Read the rows. Or not.'],
    ['closing', { or_dismiss: '' }, 'Read the rows.'],
  ])('%s of %j is %j', (code, values, text) => {
    expect(write(code, values)).toBe(text);
  });

  it('never rounds a few to none, or most to all', () => {
    const shares = [0, 1e-7, 0.001, 0.31, 0.9989, 0.99999, 1];
    const percent = makeWriter('en', { ...TREE, share: '{share, percent}' });
    expect(shares.map((share) => percent('share', { share }))).toEqual([
      '0%',
      'under 0.1%',
      '0.1%',
      '31%',
      '99.9%',
      'over 99.9%',
      '100%',
    ]);
  });

  it('has the numbers, the plurals and the "and" of its language', () => {
    const german = makeWriter('de', { ...TREE, count: '{count, plural, one {# Frage} other {# Fragen}}' });
    expect(german('count', { count: 12_345 })).toBe('12.345 Fragen');
    expect(german('names', { names: ['a', 'b'] })).toContain('a und b');
    const polish = makeWriter('pl', { count: '{count, plural, one {# pytanie} few {# pytania} other {# pytań}}' });
    expect([1, 3, 5].map((count) => polish('count', { count }))).toEqual(['1 pytanie', '3 pytania', '5 pytań']);
  });

  it('inserts values as they are, whatever they contain', () => {
    expect(write('names', { names: ['{count} # $& }'] })).toBe('{count} # $& }; "{count} # $& }"; {count} # $& }');
  });

  it('is not written if it is unknown or lacks a value, so that the reader gets the English text', () => {
    expect(write('no.such.code')).toBeUndefined();
    expect(write('toString')).toBeUndefined();
    expect(write('phrases')).toBeUndefined();
    expect(write('relation', {})).toBeUndefined();
    expect(write('names', { names: 'no list' })).toBeUndefined();
  });

  it.each(['{', '{}', '{a', '{a, list, {x}', 'a } b'])('is rejected if malformed: %s', (text) => {
    expect(() => parseSentence(text)).toThrow('malformed');
  });
});

describe('a result', () => {
  it('is translated where it has sentences, and nowhere else', () => {
    const result = { title: 'Basic', rows: [{ name: 'Basic' }, { name: 'Basic' }] };
    const german = makeWriter('de', { terms: { level: { '0': 'Einfach' } } });
    const sentences = {
      'rows.1.name': ['terms.level.0', {}],
      'rows.7.name': ['terms.level.0', {}],
      title: ['unknown', {}],
    };
    expect(translate(result, sentences as never, german)).toEqual({
      title: 'Basic',
      rows: [{ name: 'Basic' }, { name: 'Einfach' }],
    });
    expect(result.rows[1]?.name).toBe('Basic');
  });
});
