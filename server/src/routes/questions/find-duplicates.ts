import type { BankSample } from '../../bank-sample.ts';
import { DEFAULT_THRESHOLD, DEFAULT_WORDING, type Relation, type Thresholds } from '../../domain/likeness/judge.ts';
import { QuestionJudge } from '../../domain/likeness/question-judge.ts';
import type { Question } from '../../domain/question.ts';
import type { FindingKeys } from '../../domain/question-features.ts';
import type { Executor } from '../../store/database.ts';
import { type Candidate, listNearDuplicates } from '../../store/near-duplicates.ts';

/** A question that is there already, and what makes a new one its duplicate. */
export interface Duplicate {
  question_id: string;
  relation: Relation;
  likeness: number;
  /** Whether it comes with the new one. */
  earlierInRequest: boolean;
}

export interface KeyedQuestion {
  question: Question;
  keys: FindingKeys;
}

const THRESHOLDS: Thresholds = { likeness: DEFAULT_THRESHOLD, wording: DEFAULT_WORDING };

/** For each question the one most like it, in the bank or earlier in the same request; undefined where there is none. */
export async function findDuplicates(
  db: Executor,
  questions: readonly KeyedQuestion[],
  { words, commonKeys }: BankSample,
): Promise<(Duplicate | undefined)[]> {
  const earlier = new EarlierQuestions();
  const found: (Duplicate | undefined)[] = [];
  for (const { question, keys } of questions) {
    const judge = new QuestionJudge(question, words);
    const inBank = await listNearDuplicates(db, keys, commonKeys);
    found.push(mostAlike(judge, inBank, earlier.like(keys)));
    earlier.add(question, keys);
  }
  return found;
}

function mostAlike(
  judge: QuestionJudge,
  inBank: readonly Candidate[],
  inRequest: ReadonlySet<Candidate>,
): Duplicate | undefined {
  let best: Duplicate | undefined;
  for (const candidate of [...inBank, ...inRequest]) {
    const { relation, likeness } = judge.judge(candidate, THRESHOLDS);
    if (relation === null || (best !== undefined && best.likeness >= likeness)) continue;
    best = { question_id: candidate.id, relation, likeness, earlierInRequest: inRequest.has(candidate) };
  }
  return best;
}

/** Questions of the request by what they may be found under. */
class EarlierQuestions {
  readonly #byKey = new Map<number | bigint, Candidate[]>();

  add(question: Candidate, keys: FindingKeys): void {
    for (const key of keysOf(keys)) {
      const list = this.#byKey.get(key);
      if (list === undefined) this.#byKey.set(key, [question]);
      else if (list.length < MOST_OF_A_KEY) list.push(question);
    }
  }

  like(keys: FindingKeys): Set<Candidate> {
    return new Set(keysOf(keys).flatMap((key) => this.#byKey.get(key) ?? []));
  }
}

const MOST_OF_A_KEY = 20;

function keysOf({ text_hash, likeness_keys }: FindingKeys): (number | bigint)[] {
  return [text_hash, ...likeness_keys];
}
