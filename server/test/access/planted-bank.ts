import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { LightMyRequestResponse } from 'fastify';
import { analysisTypes } from '../../src/analysis/index.ts';
import { SCOPES, type Scope } from '../../src/domain/tokens/scope.ts';
import type { AnalysisRecord } from '../analysis/worker.ts';
import { startTestWorker } from '../analysis/worker.ts';
import { type StoredQuestion, startTestService, type TestService } from '../harness.ts';
import { bearer, createClient, getAccessToken, type Headers, type NewOauthClient } from '../http/credentials.ts';

/** Every answer of the bank, right, wrong or explained, contains this text, and every draft its own marker. */
export const ANSWER_SIGN = /zyxqvkjw/iu;
export const DRAFT_SIGN = /kqdraft/iu;

export interface WalkRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Headers;
  payload?: object;
}

interface DemoQuestion {
  question_text: string;
  correct_answer: string;
  incorrect_answers?: string[];
  accepted_answers?: string[];
}

/** The demo bank with unmistakable answers, an analysis of each type over it, and one client for all scopes. */
export interface PlantedBank {
  service: TestService;
  questions: StoredQuestion[];
  drafts: StoredQuestion[];
  analyses: AnalysisRecord[];
  /** The parameters for a run of each type over the planted questions. */
  runs: object[];
  /** A client with every scope; all its tokens are one principal. */
  full: Headers;
  narrowed: (scopes: readonly Scope[]) => Promise<Headers>;
  ask: (request: WalkRequest, as: Headers) => Promise<LightMyRequestResponse>;
  /** A question that the walk may change, with planted answers and an external_id. */
  victim: (change?: object) => Promise<StoredQuestion>;
}

const plant = (question: DemoQuestion) => ({
  ...question,
  correct_answer: `Zyxqvkjw${question.correct_answer}`,
  incorrect_answers: (question.incorrect_answers ?? []).map((answer) => `Zyxqvkjw${answer}`),
  accepted_answers: [`Zyxqvkjwalso ${question.correct_answer}`],
  explanation: `Zyxqvkjwbecause ${question.correct_answer}`,
});

const VICTIM = {
  question_text: 'Which victim is this?',
  correct_answer: 'Zyxqvkjwvictim',
  accepted_answers: ['Zyxqvkjwvictim too'],
  incorrect_answers: ['Zyxqvkjwother'],
  explanation: 'Zyxqvkjwbecause',
  category: 'Science',
  difficulty: 0,
};

export async function plantBank(): Promise<PlantedBank> {
  const service = await startTestService({
    ANONYMOUS_SCOPES: '',
    ANALYSES_UNFINISHED: '1000',
    ANALYSES_QUEUED: '1000',
    DAILY_STORAGE_MB: '4000',
  });
  await startTestWorker(service);
  const client: NewOauthClient = await createClient(service, { scopes: [...SCOPES] });
  const narrowed = async (scopes: readonly Scope[]) =>
    bearer((await getAccessToken(service, client, scopes.join(' '))).access_token);
  const full = await narrowed(SCOPES);
  const ask = (request: WalkRequest, as: Headers) =>
    service.request({ ...request, headers: { ...request.headers, ...as } });

  const create = async (payload: object[]) => {
    const reply = await ask({ method: 'POST', url: '/questions', payload }, full);
    if (reply.statusCode !== 201) throw new Error(reply.body);
    return reply.json<{ data: StoredQuestion[] }>().data;
  };
  const file = new URL('../../demo/questions.json', import.meta.url);
  const demo = JSON.parse(await readFile(file, 'utf8')) as DemoQuestion[];
  const questions = await create(demo.map(plant));
  const drafts = await create([
    { ...VICTIM, question_text: 'Which kqdraft is this?', status: 'draft', external_id: 'planted-draft' },
    { ...VICTIM, question_text: 'Which old kqdraft is this?', status: 'archived' },
  ]);
  const question_ids = questions.map(({ id }) => id);
  const runs = analysisTypes.map(({ name }) => ({
    analysis_type: name,
    question_ids,
    parameters: name === 'set_comparison' ? { other: { question_ids: question_ids.slice(0, 100) } } : {},
  }));
  const analyses: AnalysisRecord[] = [];
  for (const payload of runs) {
    const reply = await ask({ method: 'POST', url: '/analysis/run', headers: { prefer: 'wait=30' }, payload }, full);
    const run = reply.json<AnalysisRecord>();
    if (run.status !== 'succeeded') throw new Error(reply.body.slice(0, 2000));
    analyses.push(run);
  }
  const victim = async (change = {}) =>
    (await create([{ ...VICTIM, external_id: randomUUID(), ...change }]))[0] as StoredQuestion;
  return { service, questions, drafts, analyses, runs, full, narrowed, ask, victim };
}
