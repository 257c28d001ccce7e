import type { Question } from '../../domain/questions/question.ts';
import { type Sentence, say } from '../../domain/sentences/sentence.ts';
import type { Losses, Questions } from '../format.ts';
import { writeCategoryPath } from '../shared/category-path.ts';
import { kindOf, titleOf } from '../shared/kinds.ts';
import { joined } from '../shared/pieces.ts';
import { escape } from './escapes.ts';

export async function* writeGift(questions: Questions, losses: Losses): AsyncGenerator<string, void, undefined> {
  yield* joined(blocks(questions, losses));
}

async function* blocks(questions: Questions, losses: Losses): AsyncGenerator<string, void, undefined> {
  let current: string | undefined;
  for await (const question of questions) {
    const answers = writeAnswers(question);
    if (typeof answers !== 'string') {
      losses.skip(question.id, answers);
      continue;
    }
    losses.dropAll(question, ['language', 'source', 'license', 'status']);
    if (kindOf(question) !== 'words') losses.dropAll(question, ['accepted_answers']);
    const path = writeCategoryPath(question.category, question.topic_focus);
    if (path === undefined) losses.drop('topic_focus');
    const category = path ?? writeCategoryPath(question.category, null) ?? '';
    if (category !== current) yield `$CATEGORY: ${category}\n\n`;
    current = category;
    yield `${comment(question, losses)}\n::${escape(titleOf(question))}::[plain]${escape(question.question_text)}{${answers}}\n\n`;
  }
}

/** Whether Moodle accepts the text inside [tag:…]; a backslash at the end would escape the bracket. */
const isPlainTag = (text: string) => !/[<>`\n\t]|\\$|\\\]/u.test(text);
const bracket = (text: string) => text.replaceAll(']', '\\]');

function comment(question: Question, losses: Losses): string {
  const id = question.external_id ?? question.id;
  const tags = question.tags.filter(isPlainTag);
  if (tags.length < question.tags.length) losses.drop('tags');
  if (!isPlainTag(id)) losses.drop('external_id');
  const named = isPlainTag(id) ? `[id:${bracket(id)}] ` : '';
  return `// ${named}${[`difficulty-${question.difficulty}`, ...tags].map((tag) => `[tag:${bracket(tag)}]`).join(' ')}`;
}

function writeAnswers(question: Question): string | Sentence {
  const { correct_answer, incorrect_answers, accepted_answers } = question;
  const explanation = question.explanation === null ? '' : `####${answer(question.explanation)}`;
  const kind = kindOf(question);
  if (kind === 'true_false') return correct_answer.toUpperCase() + explanation;
  const right = kind === 'words' ? [correct_answer, ...accepted_answers] : [correct_answer];
  if (kind === 'words' && right.some((text) => text.includes('->'))) {
    return say('export.gift_matching');
  }
  if (kind === 'words' && right.includes('*')) return say('export.any_answer', { format: 'GIFT' });
  const lines = [...right.map((text) => `=${answer(text)}`), ...incorrect_answers.map((text) => `~${answer(text)}`)];
  return `\n\t${lines.join('\n\t')}${explanation === '' ? '' : `\n\t${explanation}`}\n`;
}

/** A text that looks like a weight or a markup gets an explicit markup, which prevents misinterpretation. */
function answer(text: string): string {
  return (/^%|^\[(?:html|moodle|plain|markdown)\]/iu.test(text) ? '[plain]' : '') + escape(text);
}
