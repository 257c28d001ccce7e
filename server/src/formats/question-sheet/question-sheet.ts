import type { Question } from '../../domain/questions/question.ts';
import { say } from '../../domain/sentences/sentence.ts';
import type { Losses, Questions, SheetLabels, WriteOptions } from '../format.ts';
import { joined } from '../shared/pieces.ts';
import { escapeAttribute, escapeText } from '../shared/xml-tree.ts';
import { firstVersionOf, type SheetQuestion, versionsOf } from './versions.ts';

const STYLE = `
  @page { margin: 2cm; }
  body { font: 12pt/1.4 Georgia, 'Times New Roman', serif; max-width: 42em; margin: 2em auto; color: #000; background: #fff; }
  h1 { font-size: 1.4em; }
  .who { display: flex; gap: 2em; margin-bottom: 2em; }
  .who span { flex: 1; border-bottom: 1px solid #000; }
  ol.questions > li { margin-bottom: 1.2em; break-inside: avoid; }
  ol.options { list-style: upper-alpha; margin: 0.3em 0; }
  p { margin: 0 0 0.3em; white-space: pre-wrap; }
  .line { border-bottom: 1px solid #000; height: 1.6em; }
  .points { white-space: nowrap; }
  .version + .version, .key { break-before: page; }
  @media screen { .version + .version, .key { border-top: 2px solid #000; margin-top: 3em; } }
`;

const ENGLISH: SheetLabels = {
  language: 'en',
  title: 'Questions',
  name: 'Name:',
  date: 'Date:',
  key: 'Key',
  also: 'also:',
  version: (name) => `Version ${name}`,
  points: (points) => (points === 1 ? '1 point' : `${points} points`),
  total: (points) => `Points (of ${points}):`,
};

/** More than anyone prints. There is a limit because the key is kept in memory until the end. */
const MAX_QUESTIONS = 10_000;
/** More than any test has. There is a limit because the questions are kept in memory for the next version. */
const MAX_QUESTIONS_OF_TEST = 300;

/**
 * Questions on paper: numbered, options with letters, a line for written answers. Tests have points for each question,
 * or several versions that differ in order. The keys are on their own pages after them, or omitted. Nothing is loaded,
 * and no script runs.
 */
export async function* writeQuestionSheet(
  questions: Questions,
  losses: Losses,
  options: WriteOptions = {},
): AsyncGenerator<string, void, undefined> {
  const isTest = options.points !== undefined || (options.versions ?? 1) > 1;
  const counted = upTo(isTest ? MAX_QUESTIONS_OF_TEST : MAX_QUESTIONS, questions, losses, options);
  yield* joined(isTest ? writeTest(counted, options) : writeSheet(counted, options));
}

/** A sheet of any length, written while its questions are read. */
async function* writeSheet(
  questions: Questions,
  { seed, withKey = false, title, labels = ENGLISH }: WriteOptions,
): AsyncGenerator<string, void, undefined> {
  const key: string[] = [];
  yield `${writeHead(title ?? labels.title, labels)}${writeTitle(title ?? labels.title, labels)}<ol class="questions">\n`;
  for await (const question of questions) {
    const written = firstVersionOf(question, seed);
    yield writeQuestion(written);
    if (withKey) key.push(writeAnswer(written, labels));
  }
  yield '</ol>\n';
  if (withKey) yield writeKey(labels.key, key.join(''));
  yield END;
}

/** One sheet for each version, then their keys. */
async function* writeTest(
  questions: Questions,
  { seed, withKey = false, title, points, versions = 1, labels = ENGLISH }: WriteOptions,
): AsyncGenerator<string, void, undefined> {
  const kept: Question[] = [];
  for await (const question of questions) kept.push(question);
  const written = versionsOf(kept, versions, seed);
  const nameOf = (text: string, name: string | undefined) =>
    name === undefined ? text : `${text} – ${labels.version(name)}`;
  yield writeHead(title ?? labels.title, labels);
  for (const { name, questions: some } of written) {
    const total = points === undefined ? undefined : labels.total(points * some.length);
    yield `<section class="version">\n${writeTitle(nameOf(title ?? labels.title, name), labels, total)}<ol class="questions">\n`;
    for (const one of some) yield writeQuestion(one, points === undefined ? undefined : labels.points(points));
    yield '</ol>\n</section>\n';
  }
  for (const { name, questions: some } of withKey ? written : []) {
    yield writeKey(nameOf(labels.key, name), some.map((one) => writeAnswer(one, labels)).join(''));
  }
  yield END;
}

/** The first questions; the others are reported. So are the fields that no sheet shows. */
async function* upTo(max: number, questions: Questions, losses: Losses, { withKey = false }: WriteOptions) {
  let count = 0;
  for await (const question of questions) {
    if (count === max) {
      losses.skip(question.id, say('export.max_in_sheet', { max }));
      continue;
    }
    count += 1;
    losses.dropAll(question, [
      'category',
      'topic_focus',
      'difficulty',
      'tags',
      'source',
      'license',
      'external_id',
      'status',
    ]);
    if (!withKey) losses.dropAll(question, ['explanation', 'accepted_answers']);
    yield question;
  }
}

function writeHead(title: string, { language }: SheetLabels): string {
  return `<!doctype html>\n<html lang="${language}">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">\n<title>${escapeText(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n`;
}

const END = '</body>\n</html>\n';

function writeTitle(title: string, { name, date }: SheetLabels, total?: string): string {
  const fields = [name, date, ...(total === undefined ? [] : [total])];
  const lines = fields.map((field) => `<span>${escapeText(field)}</span>`).join('');
  return `<h1>${escapeText(title)}</h1>\n<div class="who">${lines}</div>\n`;
}

function writeKey(title: string, answers: string): string {
  return `<section class="key">\n<h2>${escapeText(title)}</h2>\n<ol>\n${answers}</ol>\n</section>\n`;
}

function writeQuestion({ question: { question_text, language }, options }: SheetQuestion, points?: string): string {
  const choices = options?.map((option) => `<li><p>${escapeText(option)}</p></li>`).join('\n');
  const answer = choices === undefined ? '<div class="line"></div>' : `<ol class="options">\n${choices}\n</ol>`;
  const worth = points === undefined ? '' : ` <span class="points">(${escapeText(points)})</span>`;
  return `<li lang="${escapeAttribute(language)}"><p>${escapeText(question_text)}${worth}</p>\n${answer}</li>\n`;
}

function writeAnswer({ question, letter }: SheetQuestion, labels: SheetLabels): string {
  const { correct_answer, accepted_answers, explanation, incorrect_answers, language } = question;
  const also =
    incorrect_answers.length === 0 && accepted_answers.length > 0
      ? ` (${labels.also} ${accepted_answers.join('; ')})`
      : '';
  const right = `${letter === undefined ? '' : `${letter}. `}${correct_answer}${also}`;
  const why = explanation === null ? '' : `<p>${escapeText(explanation)}</p>`;
  return `<li lang="${escapeAttribute(language)}"><p><strong>${escapeText(right)}</strong></p>${why}</li>\n`;
}
