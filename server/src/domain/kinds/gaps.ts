import type { Violation } from '../../errors.ts';
import { answerComparer, rightAnswers } from '../answers/answer-check.ts';
import type { Answerable, Gap, GapsKey, GivenAnswer, KindRules, Part, Steps } from './kind.ts';
import { verdictOfParts } from './share.ts';
import { shuffled } from './shuffled.ts';
import { rejectRepeated, violation } from './violations.ts';

const gapsOf = ({ key }: Answerable) => (key as GapsKey).gaps;
const MARK = /\[\[(\d{1,3})\]\]/gu;

export const gaps: KindRules = {
  keyFields: ['gaps'],
  requiredKeyFields: ['gaps'],
  takesAccepted: false,
  takesIncorrect: false,
  scorings: ['partial', 'all_or_nothing'],
  check: (content) => [...checkMarks(content), ...gapsOf(content).flatMap(checkGap)],
  correctAnswer: (key) => (key as GapsKey).gaps.map(({ answer }, index) => `${index + 1}: ${answer}`).join('; '),
  show: (id, content) => ({
    options: null,
    prompts: null,
    gaps: gapsOf(content).map(({ answer, options }, index) => ({
      options: options === undefined ? null : shuffled(`${id}\n${index}`, [answer, ...options]),
    })),
  }),
  answerProblem: (content, answer) => listProblem(gapsOf(content).length, answer),
  score: scoreGaps,
};

/** The text marks each gap once: [[1]], [[2]] and so on. */
function checkMarks(content: Answerable): Violation[] {
  const wanted = gapsOf(content).length;
  const marked = [...content.question_text.matchAll(MARK)].map(([, mark]) => Number(mark)).sort((a, b) => a - b);
  const fits = marked.length === wanted && marked.every((mark, index) => mark === index + 1);
  if (fits) return [];
  const expected = wanted === 1 ? '[[1]] once' : `[[1]] to [[${wanted}]] once each`;
  const detail = `\`question_text\` must contain ${expected}, because \`key.gaps\` has ${wanted === 1 ? '1 entry' : `${wanted} entries`}.`;
  return [violation('invalid_format', 'question_text', detail)];
}

function checkGap({ answer, accepted, options }: Gap, index: number): Violation[] {
  if (options === undefined) return [];
  const path = `key/gaps/${index}`;
  const found = rejectRepeated([answer, ...options], (place) => `${path}/options/${place - 1}`);
  return accepted === undefined
    ? found
    : [
        ...found,
        violation('not_allowed', `${path}/accepted`, 'A gap with `options` is a choice and has no `accepted` answers.'),
      ];
}

function listProblem(count: number, answer: GivenAnswer): string | undefined {
  if (!Array.isArray(answer)) return 'must be a list with a text for each gap';
  const texts: readonly unknown[] = answer;
  if (texts.some((text) => text !== null && typeof text !== 'string'))
    return 'must be a list of texts, or null for an empty gap';
  return texts.length > count
    ? `may have at most ${count === 1 ? '1 entry' : `${count} entries`}, one for each gap`
    : undefined;
}

function* scoreGaps(content: Answerable, answer: GivenAnswer): Steps {
  const given = answer as readonly (string | null)[];
  const parts: Part[] = [];
  for (const [index, gap] of gapsOf(content).entries())
    parts.push({ name: String(index + 1), correct: yield* isRight(content, gap, given[index] ?? null) });
  return verdictOfParts(parts, content.scoring);
}

function* isRight({ category }: Answerable, gap: Gap, given: string | null): Generator<void, boolean, void> {
  if (given === null) return false;
  if (gap.options !== undefined) return given === gap.answer;
  const asked = { category, correct_answer: gap.answer, accepted_answers: gap.accepted ?? [], incorrect_answers: [] };
  const compare = answerComparer(asked, given, { nearness: false });
  for (const right of rightAnswers(asked)) {
    yield;
    if (compare(right).same) return true;
  }
  return false;
}
