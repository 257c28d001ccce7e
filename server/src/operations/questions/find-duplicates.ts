import type { BankSample } from '../../cached/bank-sample.ts';
import { DEFAULT_THRESHOLD, DEFAULT_WORDING, type Relation, type Thresholds } from '../../domain/likeness/judge.ts';
import { QuestionJudge } from '../../domain/likeness/question-judge.ts';
import type { FindingKeys } from '../../domain/questions/features.ts';
import type { Question } from '../../domain/questions/question.ts';
import { mapInSlices } from '../../limits/slices.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  type Candidate,
  type KeyCounts,
  listNearDuplicates,
  listNearDuplicatesOfEach,
} from '../../store/duplicates/near-duplicates.ts';

/** An existing question, and how a new one duplicates it. */
export interface Duplicate {
  question_id: string;
  /** Null for callers who may not see answers, because it would reveal whether theirs is right. */
  relation: Relation | null;
  likeness: number;
  /** Whether it is an earlier question of the same request. */
  earlierInRequest: boolean;
}

/** Compares a question with another one; undefined if they are not duplicates. */
type Compare = (other: Candidate) => Pick<Duplicate, 'relation' | 'likeness'> | undefined;

interface KeyedQuestion {
  question: Question;
  keys: FindingKeys;
}

const THRESHOLDS: Thresholds = { likeness: DEFAULT_THRESHOLD, wording: DEFAULT_WORDING };

/** For each question the most similar one, in the bank or earlier in the same request; undefined if there is none. */
export async function findDuplicates(
  db: Executor,
  questions: readonly KeyedQuestion[],
  { words, commonKeys }: BankSample,
  { answers }: { answers: boolean },
): Promise<(Duplicate | undefined)[]> {
  const earlier = new EarlierQuestions();
  const found: (Duplicate | undefined)[] = [];
  for (let from = 0; from < questions.length; from += LOOKUP_BATCH) {
    const part = questions.slice(from, from + LOOKUP_BATCH);
    const inBank = await listCandidates(db, part, commonKeys);
    const judged = await mapInSlices(part, ({ question, keys }, index) => {
      const judge = new QuestionJudge(question, words);
      const compare: Compare = answers ? (other) => byAnswers(judge, other) : (other) => byWords(judge, other);
      const duplicate = mostAlike(compare, inBank[index] ?? [], earlier.like(keys));
      earlier.add(question, keys);
      return duplicate;
    });
    found.push(...judged);
  }
  return found;
}

/** The candidates of a question may take 100 KB in total; those of this many questions easily fit into memory. */
const LOOKUP_BATCH = 250;

async function listCandidates(db: Executor, questions: readonly KeyedQuestion[], commonKeys: KeyCounts) {
  const [first] = questions;
  // The statement for one question is planned only once; the one for many is faster from the second question on.
  if (questions.length === 1 && first !== undefined) return [await listNearDuplicates(db, first.keys, commonKeys)];
  return listNearDuplicatesOfEach(
    db,
    questions.map(({ keys }) => keys),
    commonKeys,
  );
}

function byAnswers(judge: QuestionJudge, other: Candidate): ReturnType<Compare> {
  const { relation, likeness } = judge.judge(other, THRESHOLDS);
  return relation === null ? undefined : { relation, likeness };
}

function byWords(judge: QuestionJudge, other: Candidate): ReturnType<Compare> {
  const { same, likeness } = judge.asksTheSame(other, THRESHOLDS);
  return same ? { relation: null, likeness } : undefined;
}

function mostAlike(
  compare: Compare,
  inBank: readonly Candidate[],
  inRequest: ReadonlySet<Candidate>,
): Duplicate | undefined {
  let best: Duplicate | undefined;
  for (const candidate of [...inBank, ...inRequest]) {
    const alike = compare(candidate);
    if (alike === undefined || (best !== undefined && best.likeness >= alike.likeness)) continue;
    best = { question_id: candidate.id, ...alike, earlierInRequest: inRequest.has(candidate) };
  }
  return best;
}

/** Questions of the request by the keys under which they can be found. */
class EarlierQuestions {
  readonly #byKey = new Map<number | bigint, Candidate[]>();

  add(question: Candidate, keys: FindingKeys): void {
    for (const key of keysOf(keys)) {
      const list = this.#byKey.get(key);
      if (list === undefined) this.#byKey.set(key, [question]);
      else if (list.length < MAX_PER_KEY) list.push(question);
    }
  }

  /** The questions that share the most keys, as for questions of the bank. */
  like(keys: FindingKeys): Set<Candidate> {
    const shared = new Map<Candidate, number>();
    for (const key of keysOf(keys)) {
      for (const candidate of this.#byKey.get(key) ?? []) shared.set(candidate, (shared.get(candidate) ?? 0) + 1);
    }
    const ranked = [...shared].sort(([, a], [, b]) => b - a);
    return new Set(ranked.slice(0, MAX_IN_REQUEST).map(([candidate]) => candidate));
  }
}

const MAX_PER_KEY = 20;
const MAX_IN_REQUEST = 10;

function keysOf({ text_hash, likeness_keys }: FindingKeys): (number | bigint)[] {
  return [text_hash, ...likeness_keys];
}
