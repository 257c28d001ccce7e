import { describe, expect, it } from 'vitest';
import type { Question } from '../domain/questions/question.ts';
import { writeAll } from './exchange.fixture.ts';
import type { Writer } from './format.ts';
import { writeHuggingFace, writeLighteval } from './hugging-face/hugging-face.ts';
import { writeInspect, writeInspectFree } from './inspect/inspect.ts';
import { writeLmEval, writeLmEvalFree } from './lm-eval/lm-eval.ts';
import { writeOpenaiEvals } from './openai-evals/openai-evals.ts';
import { writeQuestionSheet } from './question-sheet/question-sheet.ts';

const choice: Question = {
  kind: 'choice',
  key: null,
  scoring: 'all_or_nothing',
  id: '0198c000-0000-7000-8000-000000000001',
  question_text: 'Which <planet> is "red"?',
  correct_answer: 'Mars',
  accepted_answers: ['The planet Mars'],
  incorrect_answers: ['Venus', 'Jupiter', 'Saturn & co'],
  category: 'Astronomy',
  topic_focus: 'Planets',
  difficulty: 0,
  explanation: 'Rust.',
  tags: ['sky'],
  language: 'en',
  source: 'own',
  license: 'CC0-1.0',
  external_id: 'x-1',
  status: 'ready',
  version: 1,
  created_at: new Date(0),
  updated_at: new Date(0),
};
const words: Question = {
  ...choice,
  id: '0198c000-0000-7000-8000-000000000002',
  question_text: 'What is the capital of France?',
  correct_answer: 'Paris',
  accepted_answers: ['City of Paris'],
  incorrect_answers: [],
  topic_focus: null,
};

async function lines(writer: Writer, questions: Question[], seed?: string) {
  const { bytes, losses } = await writeAll(writer, questions, seed === undefined ? {} : { seed });
  const texts = bytes.toString().split('\n');
  expect(texts.pop()).toBe('');
  return { lines: texts.map((line) => JSON.parse(line) as Record<string, unknown>), losses };
}

const ALL = ['Jupiter', 'Mars', 'Saturn & co', 'Venus'];

describe('presets for evaluations', () => {
  it('give lm-eval choices, the index of the answer and its letter', async () => {
    const {
      lines: [line],
      losses,
    } = await lines(writeLmEval, [choice, words]);
    expect(Object.keys(line ?? {})).toEqual([
      'id',
      'question',
      'choices',
      'answer',
      'answer_letter',
      'category',
      'topic_focus',
      'difficulty',
    ]);
    const choices = line?.['choices'] as string[];
    expect(choices.toSorted()).toEqual(ALL);
    expect(choices[line?.['answer'] as number]).toBe('Mars');
    expect(line?.['answer_letter']).toBe('ABCD'[line?.['answer'] as number]);
    expect(line).toMatchObject({
      id: choice.id,
      question: choice.question_text,
      category: 'Astronomy',
      topic_focus: 'Planets',
      difficulty: 0,
    });
    expect([...losses.skipped.values()]).toMatchObject([{ count: 1, ids: [words.id] }]);
    expect(losses.fields.get('explanation')).toBe(1);
  });

  it('give lm-eval with free text every question', async () => {
    const {
      lines: [one, two],
    } = await lines(writeLmEvalFree, [choice, words]);
    expect(one).toMatchObject({ question: choice.question_text, correct_answer: 'Mars' });
    expect(two).toEqual({
      id: words.id,
      question: words.question_text,
      correct_answer: 'Paris',
      accepted_answers: ['City of Paris'],
      category: 'Astronomy',
      topic_focus: null,
      difficulty: 0,
    });
  });

  it('give Inspect either choices with a letter, or free text with the right texts as target', async () => {
    const choices = await lines(writeInspect, [choice, words]);
    const [one] = choices.lines;
    expect(choices.lines).toHaveLength(1);
    expect(choices.losses.skipped.values().toArray()).toMatchObject([{ count: 1, ids: [words.id] }]);
    expect(Object.keys(one ?? {})).toEqual(['input', 'choices', 'target', 'id', 'metadata']);
    const options = one?.['choices'] as string[];
    expect(options['ABCD'.indexOf(one?.['target'] as string)]).toBe('Mars');
    const free = await lines(writeInspectFree, [choice, words]);
    expect(free.lines.map((line) => Object.keys(line))).toEqual([
      ['input', 'target', 'id', 'metadata'],
      ['input', 'target', 'id', 'metadata'],
    ]);
    expect(free.lines.map(({ target }) => target)).toEqual([
      ['Mars', 'The planet Mars'],
      ['Paris', 'City of Paris'],
    ]);
    expect(one?.['metadata']).toEqual({
      category: 'Astronomy',
      topic_focus: 'Planets',
      difficulty: 0,
      tags: ['sky'],
      language: 'en',
      source: 'own',
      license: 'CC0-1.0',
    });
  });

  it('give OpenAI evals messages and ideal answers', async () => {
    const {
      lines: [one, two],
    } = await lines(writeOpenaiEvals, [choice, words]);
    const [system, user] = (two?.['input'] ?? []) as { role: string; content: string }[];
    expect(system?.role).toBe('system');
    expect(user).toEqual({ role: 'user', content: words.question_text });
    expect(two?.['ideal']).toEqual(['Paris', 'City of Paris']);
    const asked = (one?.['input'] as { content: string }[] | undefined)?.[1]?.content ?? '';
    expect(asked).toContain(`\n${(one?.['ideal'] as string[] | undefined)?.[0]}. Mars`);
  });

  it('give Hugging Face the same keys in every line', async () => {
    const {
      lines: [one, two],
    } = await lines(writeHuggingFace, [choice, { ...choice, topic_focus: null, tags: [], explanation: null }]);
    expect(Object.keys(one ?? {})).toEqual(Object.keys(two ?? {}));
    expect(one).toMatchObject({
      question: choice.question_text,
      explanation: 'Rust.',
      license: 'CC0-1.0',
      language: 'en',
      tags: ['sky'],
    });
    expect((one?.['choices'] as string[] | undefined)?.[one?.['answer'] as number]).toBe('Mars');
  });

  it('give lighteval query, choices and gold_index', async () => {
    const {
      lines: [line],
    } = await lines(writeLighteval, [choice]);
    expect(Object.keys(line ?? {})).toEqual(['id', 'query', 'choices', 'gold_index']);
    expect((line?.['choices'] as string[] | undefined)?.[line?.['gold_index'] as number]).toBe('Mars');
  });

  it('order options only by seed and id', async () => {
    const order = async (question: Question, seed: string) =>
      (await lines(writeLmEval, [question], seed)).lines[0]?.['choices'];
    expect(await order(choice, 'a')).toEqual(
      await order({ ...choice, incorrect_answers: choice.incorrect_answers.toReversed() }, 'a'),
    );
    const orders = await Promise.all(Array.from('abcdefgh', async (seed) => JSON.stringify(await order(choice, seed))));
    expect(new Set(orders).size).toBeGreaterThan(3);
  });
});

describe('the printable sheet', () => {
  it('has questions, options and lines, and no answer', async () => {
    const { bytes, losses } = await writeAll(writeQuestionSheet, [choice, words], { title: 'Unit <3>' });
    const html = bytes.toString();
    expect(html).toContain('<title>Unit &lt;3&gt;</title>');
    expect(html).toContain('Which &lt;planet&gt; is "red"?');
    expect(html.match(/<li><p>/gu)).toHaveLength(4);
    expect(html).toContain('Saturn &amp; co');
    expect(html).toContain('<div class="line"></div>');
    expect(html).not.toMatch(/Paris|Rust|class="key"|<script|https?:/u);
    expect(losses.fields.get('explanation')).toBe(2);
  });

  it('has a key on its own page on request', async () => {
    const html = (await writeAll(writeQuestionSheet, [choice, words], { withKey: true })).bytes.toString();
    const [sheet = '', key = ''] = html.split('<section class="key">');
    expect(sheet).not.toContain('Paris');
    expect(key).toMatch(/<strong>[A-D]\. Mars<\/strong><\/p><p>Rust\.<\/p>/u);
    expect(key).toContain('<strong>Paris (also: City of Paris)</strong>');
  });

  it('is the same for the same seed, so that sheet and key match', async () => {
    const sheet = async (seed: string, withKey: boolean) =>
      (await writeAll(writeQuestionSheet, [choice], { seed, withKey })).bytes.toString();
    const options = (html: string) => [...html.matchAll(/<li><p>([^<]*)/gu)].map(([, text]) => text);
    expect(options(await sheet('a', true))).toEqual(options(await sheet('a', false)));
  });

  it('has the points of each question, and room for those of all', async () => {
    const html = (await writeAll(writeQuestionSheet, [choice, words], { points: 2 })).bytes.toString();
    expect(html).toContain('What is the capital of France? <span class="points">(2 points)</span>');
    expect(html).toContain('<span>Points (of 4):</span>');
    expect(html).not.toContain('Version');
  });

  it('has versions with the same questions and options in other orders, each with its own key', async () => {
    const questions = Array.from({ length: 20 }, (_, place) => ({
      ...choice,
      id: `0198c000-0000-7000-8000-${String(place).padStart(12, '0')}`,
      question_text: `Number ${place}?`,
    }));
    const write = async (withKey: boolean, seed = 's') =>
      (await writeAll(writeQuestionSheet, questions, { versions: 3, withKey, seed, title: 'Test' })).bytes.toString();
    const html = await write(true);
    const sheets = html.split('<section class="version">').slice(1);
    const keys = html.split('<section class="key">').slice(1);
    expect(sheets.map((sheet) => /<h1>(.*)<\/h1>/u.exec(sheet)?.[1])).toEqual(
      ['A', 'B', 'C'].map((name) => `Test – Version ${name}`),
    );
    expect(keys.map((key) => /<h2>(.*)<\/h2>/u.exec(key)?.[1])).toEqual(
      ['A', 'B', 'C'].map((name) => `Key – Version ${name}`),
    );
    const read = (sheet: string) =>
      [...sheet.matchAll(/<p>(Number \d+\?)<\/p>\n<ol class="options">([\s\S]*?)<\/ol>/gu)].map(
        ([, text, options]) => ({
          text: text ?? '',
          options: [...(options ?? '').matchAll(/<p>([^<]*)<\/p>/gu)].map(([, option]) => option),
        }),
      );
    const [a = [], b = [], c = []] = sheets.map(read);
    const texts = (some: typeof a) => some.map(({ text }) => text);
    expect(texts(a)).toEqual(questions.map(({ question_text: text }) => text));
    for (const other of [b, c]) {
      expect(texts(other)).not.toEqual(texts(a));
      expect(texts(other).toSorted()).toEqual(texts(a).toSorted());
      for (const { text, options } of other) {
        const same = a.find((one) => one.text === text)?.options;
        expect(options).not.toEqual(same);
        expect(options.toSorted()).toEqual(same?.toSorted());
      }
    }
    for (const [place, questionsOf] of [a, b, c].entries()) {
      const right = questionsOf.map(({ options }) => 'ABCD'[options.indexOf('Mars')]);
      expect([...(keys[place] ?? '').matchAll(/<strong>([A-D])\. Mars/gu)].map(([, letter]) => letter)).toEqual(right);
    }
    expect(html.startsWith((await write(false)).split('</body>')[0] ?? '-')).toBe(true);
    expect(await write(true, 'other')).not.toBe(html);
  });

  it('orders even two questions in another way', async () => {
    for (const seed of 'abcdefgh') {
      const html = (await writeAll(writeQuestionSheet, [choice, words], { versions: 2, seed })).bytes.toString();
      const [a, b] = html.split('Version B</h1>').map((sheet) => sheet.indexOf('planet') < sheet.indexOf('capital'));
      expect(a).not.toBe(b);
    }
  });

  it('leaves out questions beyond the limit of a test', async () => {
    const many = Array.from({ length: 302 }, () => choice);
    expect((await writeAll(writeQuestionSheet, many, { versions: 2 })).losses.count).toBe(2);
    expect((await writeAll(writeQuestionSheet, many, { points: 1 })).losses.count).toBe(2);
    expect((await writeAll(writeQuestionSheet, many, { versions: 1 })).losses.count).toBe(0);
  });
});
