import type { CategoryCatalogue } from '../../domain/categories.ts';
import { FEATURES_VERSION, type QuestionFeatures, questionFeatures } from '../../domain/questions/features.ts';
import { BODY_VERSION, type Question, renderQuestion } from '../../domain/questions/question.ts';
import { timeOfUuid } from '../../domain/uuid.ts';
import { type DerivedState, FIRST_ID } from '../questions/derived-columns.ts';
import { kindColumns } from '../questions/kind-columns.ts';
import type { Walk } from './check.ts';

type FeatureName = keyof QuestionFeatures;
type VerifiedRow = Question & {
  category_id: number;
  body: string;
  body_version: number;
  features_version: number | null;
  transaction_id: string;
  question_position: string;
} & Record<FeatureName, unknown>;

/** All features, so that a new one is never forgotten. */
const FEATURES = Object.keys(
  questionFeatures({
    question_text: '',
    correct_answer: '',
    accepted_answers: [],
    incorrect_answers: [],
    language: 'en',
  }),
) as FeatureName[];

/**
 * Compares body and features of each question with what its columns give. Rows of an older version that the worker has
 * not reached yet are left out; one of that version after the worker has passed it would never be updated.
 */
export function questionWalk(
  categories: CategoryCatalogue,
  progress: { body: DerivedState; features: DerivedState },
): Walk<VerifiedRow> {
  const body = (row: VerifiedRow): string[] => {
    const category = categories.findName(row.category_id);
    if (category === undefined) return []; // questions.category_id reports it
    return row.body === renderQuestion({ ...row, category }) ? [] : ['questions.body'];
  };
  const features = (row: VerifiedRow): string[] => {
    const computed = questionFeatures(row);
    return FEATURES.filter((name) => !isSame(row[name], computed[name])).map((name) => `question_features.${name}`);
  };
  return {
    kinds: [
      'questions.created_at',
      'questions.body_version',
      'questions.body',
      'question_features.features_version',
      ...FEATURES.map((name) => `question_features.${name}`),
    ],
    batch: 500,
    text: `select f.*, q.id, q.version, q.status, q.category_id, q.difficulty, q.question_text, q.correct_answer, q.topic_focus,
                  q.accepted_answers, q.incorrect_answers, q.explanation, q.tags, q.language, q.source, q.license, q.external_id,
                  q.created_at, q.updated_at, q.body, q.body_version, q.transaction_id, q.position as question_position, ${kindColumns('q.')}
             from (select * from questions where id > $2 order by id limit $1) q
             left join question_features f using (position)
            order by q.id`,
    start: [FIRST_ID],
    keyOf: ({ id }) => [id],
    wrongKinds: (row) => [
      ...(matchesIdTime(row) ? [] : ['questions.created_at']),
      ...derived(row.body_version, BODY_VERSION, isPendingUpdate(progress.body, BODY_VERSION, row), {
        stamp: 'questions.body_version',
        compare: () => body(row),
      }),
      ...(row.features_version === null
        ? [] // question_features.missing reports it
        : derived(row.features_version, FEATURES_VERSION, isPendingUpdate(progress.features, FEATURES_VERSION, row), {
            stamp: 'question_features.features_version',
            compare: () => features(row),
          })),
    ],
  };
}

/** True if the walk has not reached the row yet, or it was written since and will be updated. */
function isPendingUpdate(state: DerivedState, current: number, row: VerifiedRow): boolean {
  if (state.version < current && row.id > state.last_id) return true;
  const [written, seen] = [BigInt(row.transaction_id), BigInt(state.seen_transaction)];
  return written > seen || (written === seen && BigInt(row.question_position) > BigInt(state.seen_position));
}

function derived(
  stored: number,
  current: number,
  awaited: boolean,
  { stamp, compare }: { stamp: string; compare: () => string[] },
): string[] {
  if (stored === current) return compare();
  return awaited && stored < current ? [] : [stamp];
}

/** The id contains the time of creation. */
function matchesIdTime({ id, created_at }: VerifiedRow): boolean {
  return created_at.getTime() === timeOfUuid(id).getTime();
}

/** Compares with PostgreSQL's form of a value: bigint as text, arrays as arrays. */
function isSame(stored: unknown, computed: QuestionFeatures[FeatureName]): boolean {
  if (computed instanceof Int32Array) return Array.isArray(stored) && stored.join() === computed.join();
  return String(stored) === String(computed);
}
