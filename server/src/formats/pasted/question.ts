import { ellipsize } from '../../domain/text/ellipsize.ts';
import type { Draft, ReportCode, Row } from '../format.ts';
import { type Problem, setAnswers, setChoice } from '../shared/draft.ts';
import { findKey } from '../shared/key.ts';
import { readDifficulty } from '../shared/table.ts';
import type { Option } from './line.ts';
import { otherOfPair } from './marks.ts';

/** Fields that a line such as "Category: Physics" can set. */
export interface Fields {
  category?: string;
  topic_focus?: string;
  difficulty?: string;
}

/** A question while its lines are collected. */
export interface Started {
  /** Undefined if the question is not numbered, so that no key can name it. */
  number: number | undefined;
  /** How the number is written. */
  style: string;
  line: number;
  stem: string[];
  options: Option[];
  answers: string[];
  explanation: string[];
  fields: Fields;
  /** From a line above several questions. */
  inherited: Fields;
  raw: string[];
  length: number;
  broken?: string;
}

/** What the key below the questions says about one of them. */
export interface KeyEntry {
  value: string;
  line: number;
  /** The key has the number twice, with different answers. */
  repeated?: true;
  /** Several questions without an answer have the number. */
  shared?: true;
}

const LEVELS: Readonly<Record<string, number>> = {
  ...{ leicht: 0, einfach: 0, grundlagen: 0, fácil: 0, facil: 0, básico: 0 },
  ...{ mittel: 1, mittelschwer: 1, medio: 1, media: 1, intermedio: 1 },
  ...{ schwer: 2, schwierig: 2, fortgeschritten: 2, difícil: 2, dificil: 2, avanzado: 2 },
};
const PICTURE = /\[(?:picture|image|bild|imagen)\]/iu;

export function finishQuestion(started: Started, entry: KeyEntry | undefined): Row {
  const draft: Draft = { question_text: started.stem.join('\n').trim() };
  const problem = problemOf(started, entry) ?? setAnswer(draft, started, entry);
  const place = { line: started.line };
  const raw = rawOf(started, entry);
  if (problem !== undefined) {
    const value = started.stem.join('\n').slice(0, 500);
    return { kind: 'report', place, code: problem.code, detail: problem.detail, value, raw };
  }
  const { category, topic_focus, difficulty } = { ...started.inherited, ...started.fields };
  if (category !== undefined) draft.category = category;
  if (topic_focus !== undefined) draft.topic_focus = topic_focus;
  if (difficulty !== undefined) draft.difficulty = LEVELS[difficulty.toLowerCase()] ?? readDifficulty(difficulty);
  if (started.explanation.length > 0) draft.explanation = started.explanation.join('\n');
  return { kind: 'question', draft, place, raw };
}

function problemOf(started: Started, entry: KeyEntry | undefined): Problem | undefined {
  const { stem, options, broken } = started;
  if (broken !== undefined) return report('broken', broken);
  const texts = [...stem, ...options.map(({ text }) => text)];
  if (texts.some((text) => PICTURE.test(text)))
    return report('picture', 'The question contains a picture, which cannot be pasted.');
  if (stem.join('').trim() === '') return report('empty_text', 'There is no text after the number.');
  const letters = options.map(({ letter }) => letter).filter((letter) => letter !== '');
  const twice = letters.find((letter, index) => letters.indexOf(letter) !== index);
  if (twice !== undefined) return report('broken', `Two options have the letter "${twice}".`);
  if (entry?.repeated === true)
    return report('ambiguous_key', `The key names question ${started.number ?? ''} twice, with different answers.`);
  if (entry?.shared === true)
    return report('ambiguous_key', `Several questions have the number ${started.number ?? ''} that the key names.`);
  return undefined;
}

const report = (code: ReportCode, detail: string): Problem => ({ code, detail });

function setAnswer(draft: Draft, started: Started, entry: KeyEntry | undefined): Problem | undefined {
  const given = [...started.answers, ...(entry === undefined ? [] : [entry.value])];
  return started.options.length > 0 ? setOptions(draft, started, given) : setWords(draft, started, given);
}

function setOptions(draft: Draft, { options }: Started, given: readonly string[]): Problem | undefined {
  const right = new Set(options.flatMap((option, index) => (option.right ? [index] : [])));
  if (right.size > 1) return setChoice(draft, options);
  for (const value of given) {
    const found = findAnswer(options, value);
    if ('code' in found) return found;
    right.add(found.index);
  }
  if (right.size > 1) {
    const texts = [...right].map((index) => options[index]?.text ?? '').join('", "');
    return report('ambiguous_key', `Different options are marked as right: "${texts.slice(0, 300)}".`);
  }
  if (right.size === 0)
    return report('no_answer', 'No option is marked: add an asterisk, a line "Answer: B", or a key at the end.');
  return setChoice(
    draft,
    options.map(({ text }, index) => ({ text, right: right.has(index) })),
  );
}

const NAMED = /^[([]?([A-Za-z])(?:\.\)|[.)\]:]|\s[-–—])\s{0,20}(.*)$/su;

/** "B", "b)", "B) Paris", "2", "Paris". The letter and the text have to name the same option. */
function findAnswer(options: readonly Option[], value: string): { index: number } | Problem {
  const named = NAMED.exec(value);
  const [, letter = '', text = ''] = named ?? [];
  if (named !== null && text !== '') {
    const index = options.findIndex((option) => option.letter === letter.toLowerCase());
    if (index >= 0 && sameText(options[index]?.text ?? '', text)) return { index };
    if (index >= 0)
      return report('ambiguous_key', `"${value.slice(0, 100)}" has the letter of an option, but not its text.`);
  }
  const plain = named !== null && text === '' ? letter : value.replaceAll(/\s(?:and|und|y|or|oder|o)\s/giu, ', ');
  return findKey(withLetters(options), plain, false);
}

const sameText = (one: string, two: string) => one.toLowerCase() === two.toLowerCase().replace(/\.$/u, '').trim();

/** Bullets and numbers are named by the letters of the alphabet, in their order. */
function withLetters(options: readonly Option[]): Option[] {
  return options.map((option, index) =>
    option.letter === '' ? { ...option, letter: String.fromCharCode(97 + index) } : option,
  );
}

function setWords(draft: Draft, { stem }: Started, given: readonly string[]): Problem | undefined {
  const asked = stem.join(' ').slice(0, MAX_ASKED_LENGTH);
  const answers = [...new Set(given.map((value) => spellOut(value, asked)))];
  const [answer = ''] = answers;
  if (answer === '')
    return report('no_answer', 'There are no options and no answer: add "Answer: …", or options from a) on.');
  if (answers.length > 1)
    return report('ambiguous_key', `Different answers are given: "${answers.join('", "').slice(0, 300)}".`);
  if (/^[([]?[A-Ha-h][)\].]?$/u.test(answer)) {
    return report(
      'too_few_options',
      `"${answer}" names an option, but none was found. If it is the answer itself, put it in quotation marks.`,
    );
  }
  const quoted = /^["“„«]\s?(.{1,1000}?)\s?["”“»]$/su.exec(answer)?.[1];
  const other = otherOfPair(answer, asked);
  if (other === undefined) setAnswers(draft, [quoted ?? answer]);
  else
    setChoice(draft, [
      { text: answer, right: true },
      { text: other, right: false },
    ]);
  return undefined;
}

/** The longest valid question. */
const MAX_ASKED_LENGTH = 4000;

/** "T" and "F" below "True or false?". */
function spellOut(value: string, asked: string): string {
  if (!/^[tf]$/iu.test(value) || !/\btrue\s{0,3}(?:or|\/)\s{0,3}false\b|\bT\s?\/\s?F\b/iu.test(asked)) return value;
  return value.toLowerCase() === 't' ? 'True' : 'False';
}

/** The lines of the question, and what applies to it from outside them, so that it can be imported on its own. */
function rawOf({ raw, inherited, fields }: Started, entry: KeyEntry | undefined): string {
  const { category, topic_focus, difficulty } = { ...inherited, ...fields };
  const lines = [...raw];
  if (entry !== undefined && entry.repeated !== true && entry.shared !== true) lines.push(`Answer: ${entry.value}`);
  if (fields.category === undefined && category !== undefined) lines.push(`Category: ${shorten(category)}`);
  if (fields.topic_focus === undefined && topic_focus !== undefined) lines.push(`Topic: ${shorten(topic_focus)}`);
  if (fields.difficulty === undefined && difficulty !== undefined) lines.push(`Level: ${shorten(difficulty)}`);
  return lines.join('\n');
}

/** A line above many questions is repeated with each of them. A shortened name is still too long to be imported. */
const shorten = (name: string) => ellipsize(name, MAX_INHERITED_LENGTH);
const MAX_INHERITED_LENGTH = 200;
