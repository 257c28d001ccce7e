import type { Question } from '../../domain/questions/question.ts';
import { say } from '../../domain/sentences/sentence.ts';
import type { Losses, Questions } from '../format.ts';
import { kindOf } from '../shared/kinds.ts';
import { joined } from '../shared/pieces.ts';
import { categoryOf, nameFor } from './categories.ts';

const LEVELS = ['easy', 'medium', 'hard'];

/** Writes a reply of api.php in its default encoding. */
export async function* writeOpentdb(questions: Questions, losses: Losses): AsyncGenerator<string, void, undefined> {
  async function* parts() {
    yield '{"response_code":0,"results":[';
    let separator = '\n';
    for await (const question of questions) {
      const kind = kindOf(question);
      if (kind === 'words') losses.skip(question.id, say('export.choices_only', { format: 'OpenTDB' }));
      else {
        yield `${separator}${JSON.stringify(elementOf(question, kind === 'true_false' ? 'boolean' : 'multiple', losses))}`;
        separator = ',\n';
      }
    }
    yield '\n]}\n';
  }
  yield* joined(parts());
}

function elementOf(question: Question, type: 'boolean' | 'multiple', losses: Losses): object {
  const { question_text, correct_answer, incorrect_answers, category, topic_focus, difficulty } = question;
  const name = nameFor(category, topic_focus);
  if (categoryOf(name) !== category) losses.drop('category');
  if (topic_focus !== null && name !== topic_focus) losses.drop('topic_focus');
  losses.dropAll(question, [
    'accepted_answers',
    'explanation',
    'tags',
    'language',
    'source',
    'license',
    'external_id',
    'status',
  ]);
  return {
    type,
    difficulty: LEVELS[difficulty],
    category: encode(name),
    question: encode(question_text),
    correct_answer: encode(correct_answer),
    incorrect_answers: incorrect_answers.map(encode),
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
  // A text without spaces that contains these could be mistaken for another encoding.
  '+': '&plus;',
  '%': '&percnt;',
};

const encode = (text: string) => text.replace(/[&<>"'+%]/gu, (character) => ENTITIES[character] ?? character);
