import type { Question } from '../../domain/questions/question.ts';
import { type Sentence, say } from '../../domain/sentences/sentence.ts';
import type { Losses, Questions } from '../format.ts';
import { writeCategoryPath } from '../shared/category-path.ts';
import { type Kind, kindOf, titleOf } from '../shared/kinds.ts';
import { joined } from '../shared/pieces.ts';
import { escapeText, isInvalidXml } from '../shared/xml-tree.ts';

export async function* writeMoodleXml(questions: Questions, losses: Losses): AsyncGenerator<string, void, undefined> {
  yield* joined(parts(questions, losses));
}

async function* parts(questions: Questions, losses: Losses): AsyncGenerator<string, void, undefined> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n';
  let current: string | undefined;
  for await (const question of questions) {
    const kind = kindOf(question);
    const reason = whyNot(question, kind);
    if (reason !== undefined) {
      losses.skip(question.id, reason);
      continue;
    }
    losses.dropAll(question, ['language', 'source', 'license', 'status']);
    if (kind !== 'words') losses.dropAll(question, ['accepted_answers']);
    const path = writeCategoryPath(question.category, question.topic_focus);
    if (path === undefined) losses.drop('topic_focus');
    const category = path ?? writeCategoryPath(question.category, null) ?? '';
    if (category !== current)
      yield `  <question type="category">\n    <category>${text(category)}</category>\n  </question>\n`;
    current = category;
    yield writeQuestion(question, kind);
  }
  yield '</quiz>\n';
}

function whyNot(question: Question, kind: Kind): Sentence | undefined {
  if (isInvalidXml(JSON.stringify(question))) return say('export.invalid_xml');
  const wildcard = kind === 'words' && [question.correct_answer, ...question.accepted_answers].includes('*');
  return wildcard ? say('export.any_answer', { format: 'Moodle' }) : undefined;
}

/** Uses CDATA for texts with XML delimiters, like Moodle. */
function text(content: string): string {
  const safe = /[<>&]/u.test(content) ? `<![CDATA[${content.replaceAll(']]>', ']]]]><![CDATA[>')}]]>` : content;
  return `<text>${safe}</text>`;
}

const TYPES: Readonly<Record<Kind, string>> = { choice: 'multichoice', true_false: 'truefalse', words: 'shortanswer' };
const SETTINGS: Readonly<Record<Kind, string>> = {
  choice:
    '    <single>true</single>\n    <shuffleanswers>true</shuffleanswers>\n    <answernumbering>abc</answernumbering>\n',
  true_false: '',
  words: '    <usecase>0</usecase>\n',
};

function writeQuestion(question: Question, kind: Kind): string {
  const plain = 'format="plain_text"';
  const tags = [`difficulty-${question.difficulty}`, ...question.tags];
  const answers = answersOf(question, kind).map(
    ([fraction, answer]) =>
      `    <answer fraction="${fraction}" ${plain}>${text(answer)}<feedback ${plain}><text></text></feedback></answer>\n`,
  );
  return `  <question type="${TYPES[kind]}">
    <name>${text(titleOf(question))}</name>
    <questiontext ${plain}>${text(question.question_text)}</questiontext>
    <generalfeedback ${plain}>${text(question.explanation ?? '')}</generalfeedback>
    <defaultgrade>1</defaultgrade>
    <penalty>0.3333333</penalty>
    <hidden>0</hidden>
    <idnumber>${escapeText(question.external_id ?? question.id)}</idnumber>
${SETTINGS[kind]}${answers.join('')}    <tags>${tags.map((tag) => `<tag>${text(tag)}</tag>`).join('')}</tags>
  </question>
`;
}

function answersOf({ correct_answer, incorrect_answers, accepted_answers }: Question, kind: Kind): [number, string][] {
  if (kind === 'true_false') {
    return [
      [correct_answer === 'True' ? 100 : 0, 'true'],
      [correct_answer === 'True' ? 0 : 100, 'false'],
    ];
  }
  const right = kind === 'words' ? [correct_answer, ...accepted_answers] : [correct_answer];
  return [
    ...right.map((answer): [number, string] => [100, answer]),
    ...incorrect_answers.map((answer): [number, string] => [0, answer]),
  ];
}
