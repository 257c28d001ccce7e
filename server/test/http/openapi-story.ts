import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { asOperator, type TestService } from '../harness.ts';
import { examplesOf, findOperation, listExamples, type OpenApiMedia } from './openapi-file.ts';
import { cookieOf, ownOrigin } from './people.ts';

/** A step in the sequence of the examples of openapi.json: one request, built only from examples. */
export interface Step {
  operation: string;
  status: number;
  /** The name of the body's example if there are several. */
  body?: number;
  /** Members of the body in addition to those of the example. */
  also?: object;
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Whether the body is a file, as in the CSV example. */
  file?: true;
  /** The request is repeated until the resource that it shows has ended. */
  untilFinished?: true;
  /** Set if the reply varies in size or content from run to run, so that only its schema is checked. */
  varies?: true;
  /** Set if the reply is about another resource than the example, so that no names are learned from it. */
  ofAnother?: true;
}

/** The id of the change of the last update in the examples. */
export const CHANGE = '019d8a33-b1c4-7000-8000-000000000002';
/** The id of a change that no worker has started. */
export const BULK_CHANGE = '019d8a33-c2d4-7000-8000-000000000004';
export const CHANGE_STEPS: readonly Step[] = [
  { operation: 'listChanges', query: { limit: '1', kind: 'update' }, status: 200, varies: true },
  { operation: 'getChange', params: { id: CHANGE }, status: 200 },
  { operation: 'listChangeItems', params: { id: CHANGE }, status: 200, varies: true },
  { operation: 'previewRevert', params: { id: CHANGE }, status: 200 },
  { operation: 'revertChange', params: { id: CHANGE }, status: 201, varies: true },
];

export interface TakenStep extends Step {
  reply: LightMyRequestResponse;
}

// Values that differ in every run: ids, secrets, times.
const ID = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/u;
const SECRET = /q(?:st|at|cs|sl)_[\dA-Za-z]{36}|whsec_[\dA-Za-z+/]{32}|msg_[\w-]{27}/u;
const LEARNT = new RegExp(`${ID.source}|${SECRET.source}`, 'gu');
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;
const VARYING_MEMBERS = new Set(['request_id', 'sequence', 'next_cursor', 'duration_ms', 'iat', 'exp']);

/** Runs the steps in order, and maps each name in the examples to the service's own name. */
export async function takeSteps(
  service: TestService,
  steps: readonly Step[],
  names: Map<string, string>,
): Promise<TakenStep[]> {
  const translate = <Value>(value: Value): Value =>
    JSON.parse(JSON.stringify(value ?? null).replace(LEARNT, (name) => names.get(name) ?? name)) as Value;
  const taken: TakenStep[] = [];
  for (const step of steps) {
    const { method, path, open, peopleOnly, bodies, requestBody } = findOperation(step.operation);
    const [file] = step.file === true ? examplesOf(requestBody?.content['text/csv'] as OpenApiMedia) : [];
    const url = path.replace(/\{(\w+)\}/gu, (_, name: string) => translate(step.params?.[name] ?? ''));
    const request = {
      method,
      url,
      query: translate(step.query ?? {}),
      headers: {
        ...(!open && (peopleOnly ? signedIn(names) : asOperator)),
        ...(file !== undefined && { 'content-type': 'text/csv' }),
        ...translate(step.headers ?? {}),
      },
      ...(bodies.length > 0 && { payload: translate(bodies[step.body ?? 0]) }),
      ...(step.also !== undefined && { payload: { ...translate(bodies[0] as object), ...step.also } }),
      ...(file !== undefined && { payload: file }),
    } as InjectOptions;
    let reply = await service.request(request);
    while (step.untilFinished === true && reply.json<{ phase: string }>().phase !== 'finished') {
      if (reply.statusCode !== 200) throw new Error(`${step.operation}: ${reply.statusCode} ${reply.body}`);
      reply = await service.request(request);
    }
    const examples = step.ofAnother === true ? [] : listExamples(step.operation, reply);
    for (const example of examples) learn(names, example, readJson(reply));
    if (step.operation === 'createSession') names.set('cookie', cookieOf(reply));
    taken.push({ ...step, reply });
  }
  return taken;
}

/** Sends a request as the person who signed in last. */
export function signedIn(names: ReadonlyMap<string, string>): Record<string, string> {
  return { ...ownOrigin, cookie: names.get('cookie') ?? '' };
}

export function readJson(reply: LightMyRequestResponse): unknown {
  return /\bjson\b/u.test(String(reply.headers['content-type'])) ? (JSON.parse(reply.body) as unknown) : reply.body;
}

function learn(names: Map<string, string>, example: unknown, real: unknown): void {
  if (typeof example === 'string' && typeof real === 'string') {
    const found = [...real.matchAll(LEARNT)];
    for (const [index, [name]] of [...example.matchAll(LEARNT)].entries()) names.set(name, found[index]?.[0] ?? name);
  } else if (isRecord(example) && isRecord(real)) {
    for (const key of Object.keys(example)) learn(names, example[key], real[key]);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Replaces the values that differ in every run. */
export function withoutNames(value: unknown, member = ''): unknown {
  if (VARYING_MEMBERS.has(member)) return '…';
  if (typeof value === 'string')
    return TIME.test(value) ? 'time' : value.replace(LEARNT, 'name').replace(ORIGIN, '').replace(SIGNED, '');
  if (Array.isArray(value)) return value.map((item) => withoutNames(item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNames(item, key)]));
}

const SIGNED = /expires=\d{10}&signature=[\w-]{43}$/u;
const ORIGIN = /^https?:\/\/[\w.:-]+/u;
