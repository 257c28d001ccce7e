import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { chunked, codesOf, draftsOf, readAll, reportsOf } from '../exchange.fixture.ts';
import { FormatError, MAX_RECORD_LENGTH, type Row } from '../format.ts';
import { guessFormat } from '../guess.ts';
import { rejectedText } from '../rejected-text.ts';
import { readPasted } from './pasted.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../../test/data/pasted');
const read = (name: string) => readFileSync(path.join(SAMPLES, name), 'utf8');
const expected = JSON.parse(read('expected.json')) as Record<string, object[]>;
const samples = readdirSync(SAMPLES).filter((name) => name.endsWith('.txt'));

const outcomeOf = (row: Row) =>
  row.kind === 'question'
    ? { line: row.place.line, ...row.draft }
    : { line: row.place.line, [row.kind]: 'code' in row && row.code, value: 'value' in row && row.value };

const paste = (text: string) => readAll(readPasted, text);
const notesOf = (rows: readonly Row[]) => rows.filter((row) => row.kind === 'note').map(({ value }) => value);

describe('the samples', () => {
  it('are at least 20, and each has its expectation', () => {
    expect(samples.length).toBeGreaterThanOrEqual(20);
    expect(Object.keys(expected)).toEqual(samples);
  });

  it.each(samples)('%s', async (name) => {
    expect((await paste(read(name))).map(outcomeOf)).toEqual(expected[name]);
    expect(guessFormat(Buffer.from(read(name)), 'Pasted text')).toBe('pasted');
  });

  it.each(samples)(
    '%s is read in the same way in pieces of 7 bytes, and with the line ends of Windows',
    async (name) => {
      const rows = await readAll(readPasted, read(name).replaceAll('\n', '\r\n'), {}, 7);
      expect(rows.map(outcomeOf)).toEqual(expected[name]);
    },
  );

  it.each(samples)('every question of %s can be imported again on its own', async (name) => {
    for (const row of await paste(read(name))) {
      if (row.kind !== 'question') continue;
      const again = await paste(rejectedText('pasted', row));
      expect(draftsOf(again)).toEqual([row.draft]);
    }
  });
});

describe('the right option', () => {
  it.each([
    '1. Q?\n*a) x\nb) y',
    '1. Q?\na) *x\nb) y',
    '1. Q?\na) x*\nb) y',
    '1. Q?\na*) x\nb) y',
    '1. Q?\n**a) x**\nb) y',
    '1. Q?\na) **x**\nb) y',
    '1. Q?\n✓ a) x\nb) y',
    '1. Q?\na) x √\nb) y',
    '1. Q?\na) x (correct)\nb) y',
    '1. Q?\na) x (richtig)\nb) y',
    '1. Q?\na) x [correcta]\nb) y',
    '1. Q?\na) x <-- correct\nb) y',
    '1. Q?\na) x\nb) y\nAnswer: A',
    '1. Q?\na) x\nb) y\nAnswer: a) x',
    '1. Q?\na) x\nb) y\nAnswer: x',
    '1. Q?\na) x\nb) y\nAnswer:\nA',
    '1. Q?\na) x\nb) y\n**Answer:** A',
    '1. Q?\na) x\nb) y\n(Answer: A)',
    '1. Q?\na) x\nb) y\nAns. A',
    '1. Q?\nAnswer: A\na) x\nb) y',
    '1. Q?\n1) x\n2) y\nAnswer: 1',
    '1. Q? a) x b) y\nAnswer: A',
    '1. Q?\na) x  b) y\n\nKey\n1 A',
    '1. Q?\na) x\nb) y\n\n1. A',
    '1. Q?\na) x\nb) y\n\nAnswers\n1. x',
    '1. Q?\na) x\nb) y\n\nQuestion\tAnswer\n1\tA',
    'Q?\na) x*\nb) y',
  ])('is found in %j', async (text) => {
    expect(draftsOf(await paste(text))).toEqual([
      { question_text: 'Q?', correct_answer: 'x', incorrect_answers: ['y'] },
    ]);
  });

  it('is found in a key whose answers are in its second row', async () => {
    const questions = [1, 2, 3].map((number) => `${number}. Q${number}?\na) x\nb) y\n`).join('');
    const rows = await paste(`${questions}\nAnswer key\nQuestion\t1\t2\t3\nAnswer\tB\tA\tB\n`);
    expect(draftsOf(rows).map(({ correct_answer: answer }) => answer)).toEqual(['y', 'x', 'y']);
  });

  it.each([
    ['two marks', '1. Q?\na) x*\nb) y*\nc) z', 'several_answers'],
    ['two letters', '1. Q?\na) x\nb) y\nAnswer: A and B', 'several_answers'],
    ['a letter and another text', '1. Q?\na) x\nb) y\nAnswer: A) y', 'ambiguous_key'],
    ['a mark and another answer', '1. Q?\na) x*\nb) y\nAnswer: B', 'ambiguous_key'],
    ['a mark and another key', '1. Q?\na) x*\nb) y\n\nAnswers: 1. B', 'ambiguous_key'],
    ['two answers', '1. Q?\na) x\nb) y\nAnswer: A\nAnswer: B', 'ambiguous_key'],
    ['a key with two answers', '1. Q?\na) x\nb) y\n\nAnswers: 1. A  1. B', 'ambiguous_key'],
    ['a letter beyond the options', '1. Q?\na) x\nb) y\nAnswer: C', 'bad_key'],
    ['a key beyond the options', '1. Q?\na) x\nb) y\n\nAnswers: 1. D', 'bad_key'],
    ['nothing', '1. Q?\na) x\nb) y', 'no_answer'],
    ['a line to write on', '1. Q?\na) x\nb) y\nAnswer: ______', 'no_answer'],
    ['one option', '1. Q?\na) x*', 'too_few_options'],
    ['a letter without options', '1. Q?\nAnswer: B', 'too_few_options'],
    ['the same letter twice', '1. Q?\na) x*\nb) y\nb) z', 'broken'],
    ['options without a question', 'a) x*', 'broken'],
    ['a picture', '1. Q? [picture]\na) x*\nb) y', 'picture'],
  ])('is never guessed from %s', async (_name, text, code) => {
    const rows = await paste(text);
    expect(draftsOf(rows)).toEqual([]);
    expect(codesOf(rows)).toEqual([code]);
  });

  it('is not taken from a key that could mean two questions', async () => {
    const rows = await paste('1. A?\na) x\nb) y\n2. B?\na) x\nb) y\n\nPart 2\n1. C?\na) x\nb) y\n\nAnswers: 1. A 2. B');
    expect(codesOf(rows)).toEqual(['ambiguous_key', 'ambiguous_key']);
    expect(reportsOf(rows).map(({ place }) => place.line)).toEqual([1, 9]);
    expect(draftsOf(rows)).toHaveLength(1);
  });
});

describe('a line', () => {
  it('is not taken for a number, an option or a field by its first word', async () => {
    const text =
      '1. In the year\n1945 a war ended. It cost\n3.5 million lives.\nE. Smith wrote: which war?\na) A. B. Jones says so*\nb) no';
    expect(draftsOf(await paste(text))).toEqual([
      {
        question_text: 'In the year\n1945 a war ended. It cost\n3.5 million lives.\nE. Smith wrote: which war?',
        correct_answer: 'A. B. Jones says so',
        incorrect_answers: ['no'],
      },
    ]);
  });

  it('without a part in a question is a note with its line', async () => {
    const rows = await paste('My test\n\n1. Q?\na) x*\nb) y\nPoints: 2\n\nGood luck!\n');
    expect(notesOf(rows)).toEqual(['My test', 'Points: 2', 'Good luck!']);
    expect(rows.filter((row) => row.kind === 'note').map(({ place }) => place.line)).toEqual([1, 6, 8]);
    expect(draftsOf(rows)[0]).toMatchObject({ correct_answer: 'x', incorrect_answers: ['y'] });
  });

  it('of a key that names no question above is a note', async () => {
    const rows = await paste('1. Q?\na) x\nb) y\n\nAnswers\n1. A\n7. B\nsee page 3\n');
    expect(notesOf(rows)).toEqual(['see page 3', '7']);
    expect(draftsOf(rows)).toHaveLength(1);
  });

  it('with the number of an answered question begins the next test', async () => {
    const rows = await paste('1. Q?\nAnswers\n1. Oslo\n1. What is the capital of Peru?\na) Lima*\nb) Quito');
    expect(draftsOf(rows).map(({ correct_answer: answer }) => answer)).toEqual(['Oslo', 'Lima']);
  });
});

describe('limits', () => {
  const outcome = async (text: string) => {
    try {
      return await paste(text);
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      return (error as FormatError).code;
    }
  };
  const line = 'word '.repeat(2000);
  const long = `${line}\n`.repeat((10 * MAX_RECORD_LENGTH) / line.length);

  it.each([
    ['a question', `1. Q?\n${long}`],
    ['a paragraph', `\n${long}`],
    ['an explanation', `1. Q?\na) x*\nb) y\nExplanation: so\n${long}`],
    ['an option', `1. Q?\na) x*\nb) y\n${long}`],
    ['a key', `1. Q?\na) x\nb) y\n\nAnswers\n${'2. B 3. C 4. D 5. A\n'.repeat(MAX_RECORD_LENGTH / 2)}`],
  ])('rejects %s of 10 times the longest record', async (_name, text) => {
    expect(await outcome(text)).toBe('too_long');
  });

  it('reports a question with 10 times as many options as there are letters', async () => {
    const rows = await paste(`1. Q?\n${'- x\n'.repeat(260)}2. R?\na) x*\nb) y`);
    expect(codesOf(rows)).toEqual(['broken']);
    expect(draftsOf(rows)).toHaveLength(1);
  });

  it('lets at most 1,000 questions wait for a key', async () => {
    const questions = Array.from({ length: 10_000 }, (_, index) => `${index % 1000}. Q${index}?\na) x\nb) y\n`).join(
      '',
    );
    const rows = await paste(`${questions}\nAnswers: 5. B`);
    expect(codesOf(rows)).toHaveLength(9999);
    expect(draftsOf(rows).map(({ question_text: text }) => text)).toEqual(['Q9005?']);
  });

  it('returns questions while the text arrives', async () => {
    let sent = 0;
    async function* endless() {
      for (; sent < 100; sent += 1) yield Buffer.from('1. Q?\na) x*\nb) y\n'.repeat(500));
    }
    for await (const row of readPasted(endless())) {
      expect(row.kind).toBe('question');
      break;
    }
    expect(sent).toBeLessThan(5);
  });

  const repeated = (text: string) => text.repeat(2 ** 18 / text.length);

  it.each([
    ...['1. ', 'a) ', '*', 'Answer: ', '1b ', '\t', 'a)\n', '1. A\n', 'Answers\n', 'Category: x\n', '- x\n', 'True\n'],
    ...['1. Q?\na) x b) y\na) z\n', '1. Q\nAnswers\n1. x\na) y\n', '1\t2\t3\n', '\n1. Q\nx\nPoints: 1\n', '[ ] '],
    ...['a) x\ntext\nCategory: y\n', '1. Q?\na) x\nb) y\n\nCategory: c\n\n', '(correct) ', '1.\n', 'b) c) d) '],
  ])('reads 256 KiB of %j in time', { tags: ['heavy'] }, async (text) => {
    const started = process.threadCpuUsage().user;
    for (const given of [repeated(text), `1. Q?\na) x\nb) ${repeated(text)}`, `1. Q ${repeated(text)}`])
      await outcome(given);
    expect((process.threadCpuUsage().user - started) / 1e6).toBeLessThan(5);
  });

  it('repeats a shortened category with each question', async () => {
    const rows = await paste(`Category: ${'c'.repeat(100_000)}\n1. Q?\na) x*\nb) y\n`);
    expect(rows.map((row) => ('raw' in row ? row.raw.length : 0))[0]).toBeLessThan(300);
  });

  it('reads what arrives byte by byte', async () => {
    const rows: Row[] = [];
    for await (const row of readPasted(chunked('1. Q?\na) x*\nb) y', 1))) rows.push(row);
    expect(draftsOf(rows)).toHaveLength(1);
  });
});
