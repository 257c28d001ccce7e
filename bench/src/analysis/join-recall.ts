import type { TextRow } from '../../../server/src/analysis/analysis-type.ts';
import { gatherForComparison, packForComparison } from '../../../server/src/analysis/duplicates/chunk.ts';
import { compareQuestions } from '../../../server/src/analysis/duplicates/compare.ts';
import { BlockJoin, similarFrom } from '../../../server/src/analysis/duplicates/joins/block-join.ts';
import { eachRun, haveSameKey } from '../../../server/src/analysis/duplicates/pairs/keys.ts';
import { answerRoots, answerWords, relateAnswers } from '../../../server/src/domain/likeness/compare-answers.ts';
import { compareWords } from '../../../server/src/domain/likeness/compare-words.ts';
import {
  DEFAULT_THRESHOLD,
  DEFAULT_WORDING,
  isSameWording,
  judge,
  LESS_THAN_HALF,
} from '../../../server/src/domain/likeness/judge.ts';
import { mayContradict } from '../../../server/src/domain/likeness/question-judge.ts';
import { answerWeight } from '../../../server/src/domain/likeness/weights.ts';
import { generateQuestions } from '../question-generator.ts';
import { seededRandom } from '../random.ts';
import { asTextRow } from './generated-rows.ts';

const THRESHOLDS = { likeness: DEFAULT_THRESHOLD, wording: DEFAULT_WORDING };
const SHARD = 30_000;
/** One question in this many is a slightly reworded copy of an earlier one. */
const REWORDED = 50;

/**
 * Compares the pairs that the analysis links with those of an exhaustive search. The search compares all questions with
 * the same answer, and all texts that are similar enough to be the same wording or to have variants of the same answer.
 */
export async function compareJoins(count: number): Promise<{ found: number; wanted: number; extra: number }> {
  const rows = makeRows(count);
  const keyed = await gatherForComparison(shardsOf(rows));
  const { links, sets } = compareQuestions(keyed, {
    thresholds: THRESHOLDS,
    fuzzyAnswers: true,
    siblings: false,
    dismissed: [],
  });
  const linked = [...links.ordered()];
  const exactCopies = new Set(linked.flatMap(({ relation, later }) => (relation === 'exact' ? [later] : [])));
  const members = Uint32Array.from(rows.keys()).filter((member) => !exactCopies.has(member));
  const wanted = new Set<number>();
  const nameOf = (a: number, b: number) => Math.min(a, b) * count + Math.max(a, b);
  const weights = new Map<number, number>();
  const weigh = (block: Uint32Array) => answerWeight(keyed.known[block[0] ?? 0] ?? 0, block.length, members.length);
  eachRun(keyed.answers, members, (block) => {
    const weight = weigh(block);
    for (const [place, b] of block.entries()) {
      weights.set(b, weight);
      for (const a of block.subarray(0, place)) {
        const words = compareWords(sets.of(a), sets.of(b), sets.vocabulary);
        const { relation } = judge(words, { relation: 'same', weight }, THRESHOLDS, () => false);
        if (relation !== null) wanted.add(nameOf(a, b));
      }
    }
  });
  const weightOf = (member: number) => weights.get(member) ?? weigh(Uint32Array.of(member));
  new BlockJoin(sets).eachCandidate(members, similarFrom(LESS_THAN_HALF), (a, b) => {
    const [one, other] = [rows[a], rows[b]];
    if (one === undefined || other === undefined || haveSameKey(keyed.answers, a, b)) return false;
    const words = compareWords(sets.of(a), sets.of(b), sets.vocabulary);
    if (!isSameWording(words, DEFAULT_WORDING) && !shareAnswerWord(one, other)) return false;
    const answers = {
      relation: relateAnswers(one.correct_answer, other.correct_answer),
      weight: Math.min(weightOf(a), weightOf(b)),
    };
    const { relation } = judge(words, answers, THRESHOLDS, () => mayContradict(one, other));
    if (relation !== null) wanted.add(nameOf(a, b));
    return false;
  });
  const got = new Set(
    linked.flatMap(({ relation, earlier, later }) => (relation === 'exact' ? [] : [nameOf(earlier, later)])),
  );
  const found = got.intersection(wanted).size;
  return { found, wanted: wanted.size, extra: got.size - found };
}

/** Answers that are variants of one another share at least one word without a digit. */
function shareAnswerWord(one: TextRow, other: TextRow): boolean {
  const [left, right] = [one, other].map(({ correct_answer }) => answerRoots(answerWords(correct_answer)));
  return [...(left ?? [])].some((root) => !/\p{N}/u.test(root) && right?.has(root) === true);
}

function makeRows(count: number): TextRow[] {
  const questions = generateQuestions(3);
  const random = seededRandom(4);
  return Array.from({ length: count }, (_, index) => {
    const question = questions.next().value;
    return asTextRow(question, index);
  }).map((row, index, rows) => {
    if (index % REWORDED !== REWORDED - 1) return row;
    const model = rows[Math.floor(random() * index)] ?? row;
    return { ...row, question_text: reword(model.question_text, random), correct_answer: model.correct_answer };
  });
}

/** Removes a random word and adds a few words that carry no meaning. */
function reword(text: string, random: () => number): string {
  const words = text.split(' ');
  words.splice(Math.floor(random() * words.length), 1);
  return `Can you say: ${words.join(' ')}`;
}

async function* shardsOf(rows: readonly TextRow[]) {
  for (let from = 0; from < rows.length; from += SHARD) {
    yield { population: 0, partial: packForComparison(rows.slice(from, from + SHARD)) };
  }
}
