import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { TestService } from '../harness.ts';
import type { BankModel, Filter } from './bank-model.ts';

/** The service under test, with a clock and ids under control of the test, so that a seed repeats everything. */
export interface Real {
  service: TestService;
  /** Moves the clock; 0 lets several changes share a millisecond. */
  tick: (milliseconds: number) => string;
}

const START = Date.UTC(2030, 0, 1);

export function holdClock(service: TestService): Real {
  let now = START;
  let made = 0;
  const tick = (milliseconds: number) => {
    now += milliseconds;
    service.clock.now = new Date(now);
    return service.clock.now.toISOString();
  };
  service.deps.newId = () => {
    made += 1;
    const time = now.toString(16).padStart(12, '0');
    const count = (made % 4096).toString(16).padStart(3, '0');
    if (made % 4096 === 4095) tick(1); // ids ascend within a millisecond and between milliseconds
    const rest = createHash('sha256').update(`${made}`).digest('hex');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-8${rest.slice(0, 3)}-${rest.slice(3, 15)}`;
  };
  tick(0);
  return { service, tick };
}

export const CATEGORIES = ['Astronomy', 'Geography', 'Literature', 'Mathematics', 'Science', 'General Knowledge'];
const WORDS = ['comet', 'river', 'poem', 'prime'];
const TOPICS = ['orbits', 'Rivers', 'rivers', 'sonnets'];
const STATUSES = ['draft', 'ready', 'archived'];

const anyCategory = fc
  .tuple(fc.constantFrom(...CATEGORIES.slice(0, 4)), fc.nat({ max: 5 }))
  .map(([name, spelling]) => (spelling === 0 ? name.toUpperCase() : spelling === 1 ? name.toLowerCase() : name));
const questionText = fc
  .tuple(fc.subarray(WORDS), fc.nat({ max: 99 }))
  .map(([words, number]) => `Question ${number} ${words.join(' ')}`.trim());
const difficulty = fc.integer({ min: 0, max: 2 });
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 3 });

const required = {
  question_text: questionText,
  correct_answer: fc.constantFrom('Mercury', 'Danube', '42'),
  category: anyCategory,
  difficulty,
};
const optional = {
  topic_focus: orNull(fc.constantFrom(...TOPICS)),
  tags: orNull(fc.subarray(['a', 'b', 'c'])),
  language: orNull(fc.constantFrom('en', 'de')),
  external_id: orNull(fc.constantFrom('one', 'two', 'three', 'four')),
  status: orNull(fc.constantFrom(...STATUSES, 'ready')),
};

export interface Draft {
  question_text: string;
  correct_answer: string;
  category: string;
  difficulty: number;
  topic_focus?: string | null;
  tags?: string[] | null;
  language?: string | null;
  external_id?: string | null;
  status?: string | null;
}

export const anyDraft: fc.Arbitrary<Draft> = fc.record(
  { ...required, ...optional },
  { requiredKeys: ['question_text', 'correct_answer', 'category', 'difficulty'], noNullPrototype: true },
);

export const anyChange: fc.Arbitrary<Partial<Draft>> = fc
  .tuple(
    fc.record({ ...required, ...optional }),
    fc.subarray([...Object.keys(required), ...Object.keys(optional)], { maxLength: 3 }),
  )
  .map(([values, names]) => Object.fromEntries(names.map((name) => [name, values[name as keyof typeof values]])));

const DEFAULTS = { topic_focus: null, tags: [], language: 'en', external_id: null, status: 'ready' } as const;

/** The fields after a change: null resets an optional one to its default, names are spelt as stored. */
export function settled(change: Partial<Draft>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => {
      if (name === 'category')
        return [name, CATEGORIES.find((known) => known.toLowerCase() === String(value).toLowerCase())];
      return [name, value ?? DEFAULTS[name as keyof typeof DEFAULTS]];
    }),
  );
}

/** A filter that may name questions by their rank, since their ids are only known when it is used. */
export interface FilterPlan extends Omit<Filter, 'ids' | 'created_after' | 'updated_after'> {
  pickedIds?: number[];
  createdAfter?: number;
  updatedAfter?: number;
}

export const anyFilter: fc.Arbitrary<FilterPlan> = fc
  .tuple(
    fc.record({
      status: fc.uniqueArray(fc.constantFrom(...STATUSES), { minLength: 1, maxLength: 3 }),
      category: fc.array(anyCategory, { minLength: 1, maxLength: 3 }),
      difficulty: fc.array(difficulty, { minLength: 1, maxLength: 2 }),
      topic_focus: fc.constantFrom(...TOPICS, 'nothing'),
      tag: fc.constantFrom('a', 'b'),
      language: fc.constantFrom('en', 'de'),
      external_id: fc.constantFrom('one', 'two'),
      q: fc.constantFrom('comet', 'river', 'poem prime', 'comet -river'),
      pickedIds: fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
      createdAfter: fc.nat(),
      updatedAfter: fc.nat(),
    }),
    // Most filters are supported by counted blocks, alone or together with one that is not.
    fc.subarray(['status', 'category', 'difficulty']),
    fc.subarray(['topic_focus', 'tag', 'language', 'external_id', 'q', 'pickedIds', 'createdAfter', 'updatedAfter'], {
      maxLength: 1,
    }),
    fc.boolean(),
  )
  .map(([values, cells, others, both]) =>
    Object.fromEntries([...cells, ...(both ? others : [])].map((name) => [name, values[name as keyof typeof values]])),
  );

export function resolveFilter(plan: FilterPlan, model: BankModel): Filter {
  const { pickedIds, createdAfter, updatedAfter, ...filter } = plan;
  const { questions } = model;
  if (questions.length === 0) return filter;
  const picked = (pick: number) => questions[pick % questions.length]?.body;
  return {
    ...filter,
    ...(pickedIds !== undefined && { ids: pickedIds.map((pick) => String(picked(pick)?.id)) }),
    ...(createdAfter !== undefined && { created_after: String(picked(createdAfter)?.created_at) }),
    ...(updatedAfter !== undefined && { updated_after: String(picked(updatedAfter)?.updated_at) }),
  };
}

/** The filter as a query; ids are separated by commas, other lists repeated. */
export function toQuery(filter: Filter, more: Record<string, string | number | undefined> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filter, ...more })) {
    if (value === undefined) continue;
    if (name === 'ids') parameters.append(name, (value as string[]).join(','));
    else for (const item of [value].flat()) parameters.append(name, String(item));
  }
  return parameters.toString();
}
