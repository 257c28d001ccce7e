import type { Question } from '../../domain/questions/question.ts';
import { say } from '../../domain/sentences/sentence.ts';
import type { Losses, Questions, SheetLabels, WriteOptions } from '../format.ts';
import { joined } from '../shared/pieces.ts';
import { letterOf, shuffleOptions } from '../shared/shuffle.ts';
import { escapeAttribute, escapeText } from '../shared/xml-tree.ts';

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
  .key { break-before: page; }
  @media screen { .key { border-top: 2px solid #000; margin-top: 3em; } }
`;

const ENGLISH: SheetLabels = {
  language: 'en',
  title: 'Questions',
  name: 'Name:',
  date: 'Date:',
  key: 'Key',
  also: 'also:',
};

/**
 * Questions on paper: numbered, options with letters, a line for written answers. The key is on its own page after
 * them, or omitted. Nothing is loaded, and no script runs.
 */
export async function* writeQuestionSheet(
  questions: Questions,
  losses: Losses,
  { seed, withKey = false, title: given, labels = ENGLISH }: WriteOptions = {},
): AsyncGenerator<string, void, undefined> {
  const key: string[] = [];
  const title = given ?? labels.title;
  async function* parts() {
    yield `<!doctype html>\n<html lang="${labels.language}">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">\n<title>${escapeText(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<h1>${escapeText(title)}</h1>\n<div class="who"><span>${escapeText(labels.name)}</span><span>${escapeText(labels.date)}</span></div>\n<ol class="questions">\n`;
    let count = 0;
    for await (const question of questions) {
      if (count === MAX_QUESTIONS) {
        losses.skip(question.id, say('export.max_in_sheet', { max: MAX_QUESTIONS }));
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
      const shuffled = shuffleOptions(question, seed);
      yield writeQuestion(question, shuffled?.options);
      if (withKey) key.push(writeKey(question, shuffled === undefined ? undefined : letterOf(shuffled.answer), labels));
    }
    yield '</ol>\n';
    if (withKey)
      yield `<section class="key">\n<h2>${escapeText(labels.key)}</h2>\n<ol>\n${key.join('')}</ol>\n</section>\n`;
    yield '</body>\n</html>\n';
  }
  yield* joined(parts());
}

/** More than anyone prints. There is a limit because the key is kept in memory until the end. */
const MAX_QUESTIONS = 10_000;

function writeQuestion({ question_text, language }: Question, options: readonly string[] | undefined): string {
  const choices = options?.map((option) => `<li><p>${escapeText(option)}</p></li>`).join('\n');
  const answer = choices === undefined ? '<div class="line"></div>' : `<ol class="options">\n${choices}\n</ol>`;
  return `<li lang="${escapeAttribute(language)}"><p>${escapeText(question_text)}</p>\n${answer}</li>\n`;
}

function writeKey(
  { correct_answer, accepted_answers, explanation, incorrect_answers, language }: Question,
  letter: string | undefined,
  labels: SheetLabels,
): string {
  const also =
    incorrect_answers.length === 0 && accepted_answers.length > 0
      ? ` (${labels.also} ${accepted_answers.join('; ')})`
      : '';
  const right = `${letter === undefined ? '' : `${letter}. `}${correct_answer}${also}`;
  const why = explanation === null ? '' : `<p>${escapeText(explanation)}</p>`;
  return `<li lang="${escapeAttribute(language)}"><p><strong>${escapeText(right)}</strong></p>${why}</li>\n`;
}
