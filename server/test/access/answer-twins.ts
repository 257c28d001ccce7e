import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Scope } from '../../src/domain/tokens/scope.ts';
import { startTestWorker } from '../analysis/worker.ts';
import { asOperator, type StoredQuestion, startTestService, type TestService } from '../harness.ts';
import { bearer, type Headers } from '../http/credentials.ts';
import { tokenWith } from './credentials.ts';

/**
 * Two banks that differ only in their answers and receive the same requests. Players see the same options in both. A
 * difference between the replies reveals which bank it is, and so the answer.
 */
const TRUTHS = [
  {
    correct_answer: 'Mercury',
    incorrect_answers: ['Venus', 'Mars'],
    accepted_answers: ['Hermes'],
    explanation: 'Mercury it is.',
  },
  {
    correct_answer: 'Venus',
    incorrect_answers: ['Mercury', 'Mars'],
    accepted_answers: ['Aphrodite'],
    explanation: 'Venus it is, and has always been.',
  },
] as const;
/** The guess: right in the first bank, wrong in the second. */
export const [GUESS] = TRUTHS;

/** The resources that the requests of a sequence refer to, in one of the banks. */
export interface Place {
  question: StoredQuestion;
  /** Another question, which is the same in both banks. */
  other: StoredQuestion;
  /** The latest change. */
  change: string;
  /** The latest analysis, import or draw. */
  begun: string;
}

export interface Step {
  name: string;
  /** Any of these scopes admits a caller. The step itself may need more. */
  needs: readonly Scope[];
  request: (place: Place) => InjectOptions;
  /** Whether the step only reads, so that the bank is unchanged afterwards. */
  reads: boolean;
}

/** The outcome of a sequence: which reply differed, and whether the last one was a rejection. */
export interface Walked {
  difference: string | undefined;
  rejected: boolean;
}

export interface Twins {
  walk: (scopes: readonly Scope[], steps: readonly Step[]) => Promise<Walked>;
}

export async function startTwins(): Promise<Twins> {
  const banks = await Promise.all(TRUTHS.map(startBank));
  let sequences = 0;
  return {
    walk: async (scopes, steps) => {
      const number = (sequences += 1);
      const [one, two] = await Promise.all(banks.map((bank) => walkOne(bank, number, scopes, steps)));
      const differs = one?.observed.findIndex((text, index) => text !== two?.observed[index]) ?? -1;
      const names = steps.map(({ name }) => name).join(', ');
      return {
        difference:
          differs < 0
            ? undefined
            : `${scopes.join(' ')}: ${names}, at ${steps[differs]?.name ?? 'its events'}\n${one?.observed[differs]}\n${two?.observed[differs]}`,
        rejected: one?.rejected ?? false,
      };
    },
  };
}

interface Bank {
  service: TestService;
  truth: (typeof TRUTHS)[number];
  tokens: Map<string, Promise<Headers>>;
}

async function startBank(truth: Bank['truth']): Promise<Bank> {
  const unbounded = '1000000';
  const service = await startTestService({
    ANONYMOUS_SCOPES: '',
    ANALYSES_UNFINISHED: unbounded,
    ANALYSES_QUEUED: unbounded,
    ANALYSES_KEPT: unbounded,
    DAILY_STORAGE_MB: '100000',
  });
  await startTestWorker(service);
  return { service, truth, tokens: new Map() };
}

function headersOf({ service, tokens }: Bank, scopes: readonly Scope[]): Promise<Headers> {
  const key = scopes.join(' ');
  const headers = tokens.get(key) ?? tokenWith(service, scopes).then(bearer);
  tokens.set(key, headers);
  return headers;
}

/** Every reply of the sequence, followed by what feeds and webhooks are sent about the question. */
async function walkOne(
  bank: Bank,
  number: number,
  scopes: readonly Scope[],
  steps: readonly Step[],
): Promise<{ observed: string[]; rejected: boolean }> {
  const { service } = bank;
  const own = await headersOf(bank, scopes);
  const place = await newPlace(bank, number);
  const mask = masking();
  const observed: string[] = [];
  let rejected = false;
  for (const { request } of steps) {
    const { headers, ...asked } = request(place);
    const reply = await service.request({ ...asked, headers: { ...headers, ...own } });
    const { 'change-id': change } = reply.headers;
    if (typeof change === 'string') place.change = change;
    if (reply.statusCode < 300) place.begun = /"id":"([^"]+)"/u.exec(reply.body)?.[1] ?? place.begun;
    rejected = reply.statusCode >= 400;
    observed.push(mask(textOf(reply)));
  }
  const { rows } = await service.deps.db.writes.query({
    text: `select type, version, changed from events where resource_id = any($1) order by sequence`,
    values: [[place.question.id, place.other.id]],
  });
  observed.push(JSON.stringify(rows));
  return { observed, rejected };
}

async function newPlace({ service, truth }: Bank, number: number): Promise<Place> {
  const shared = { category: 'Astronomy', difficulty: 0 };
  const payload = [
    { ...shared, ...truth, question_text: textOfQuestion(number), external_id: `question-${number}` },
    { ...shared, question_text: `What is other${number}q?`, correct_answer: 'Pluto', incorrect_answers: ['Ceres'] },
  ];
  const reply = await service.request({ method: 'POST', url: '/questions', headers: asOperator, payload });
  const [question, other] = reply.json<{ data: [StoredQuestion, StoredQuestion] }>().data;
  return { question, other, change: String(reply.headers['change-id']), begun: question.id };
}

/** A unique word, so that no question of another sequence resembles it. */
const textOfQuestion = (number: number) => `Which planet is meant by word${number}q?`;

/**
 * Headers of transport rather than of the answer. A tag that is not a version is a digest of a body with times in it.
 */
const IGNORED = new Set(['date', 'content-length', 'x-request-id', 'ratelimit', 'traceparent', 'connection']);

function textOf({ statusCode, headers, body }: LightMyRequestResponse): string {
  const shown = Object.entries(headers)
    .filter(([name, value]) => !IGNORED.has(name) && (name !== 'etag' || /^"\d+(?:-\w+)?"$/u.test(String(value))))
    .sort(([one], [two]) => (one < two ? -1 : 1));
  return `${statusCode} ${JSON.stringify(shown)} ${sortOptions(body)}`;
}

/** The order of options follows a digest of the id, which differs between the banks. */
function sortOptions(body: string): string {
  return body.replaceAll(/"options":\[[^\]]*\]/gu, (options) =>
    options
      .split(/[[\],]/u)
      .toSorted()
      .join(),
  );
}

/** Replaces ids by their order of appearance, and normalises times and durations. */
function masking(): (text: string) => string {
  const ids: string[] = [];
  return (text) =>
    text
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gu, (id) => {
        if (!ids.includes(id)) ids.push(id);
        return `id ${ids.indexOf(id)}`;
      })
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/gu, 'time')
      .replaceAll(/"duration_ms":\d+/gu, '"duration_ms":0');
}
