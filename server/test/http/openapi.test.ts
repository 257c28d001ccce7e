import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { exampleRequests } from '../access/example-requests.ts';
import { startTestWorker } from '../analysis/worker.ts';
import { asOperator, startTestService } from '../harness.ts';
import { compileAt } from '../properties/openapi-document.ts';
import { loseDatabase } from './common.ts';
import { bearer, createKey } from './credentials.ts';
import {
  examplesOf,
  findOperation,
  findResponse,
  follow,
  listExamples,
  type OpenApiMedia,
  openApiFile,
  operations,
} from './openapi-file.ts';
import {
  again,
  begin,
  categories,
  DATASET,
  DRAW,
  IMPORT,
  MERGE,
  PERSON,
  PLANET,
  RUN,
  rest,
  TOKEN,
  WEBHOOK,
} from './openapi-steps.ts';
import { CHANGE, readJson, signedIn, takeSteps, withoutNames } from './openapi-story.ts';
import { VIEW } from './openapi-team.ts';
import { Authenticator } from './passkeys/authenticator.ts';
import { register, usePasskey } from './passkeys/steps.ts';
import { signIn } from './people.ts';
import { invite, signInAtProvider, startConnectedService } from './session/openid-steps.ts';

/**
 * Compares the headers and examples of openapi.json with a service: the examples form one story, which is sent in order
 * and compared with the responses.
 */
const LIMITED = {
  ANONYMOUS_SCOPES: '',
  RATE_LIMIT: 'true',
  LIMIT_POINTS: '1000000',
  LIMIT_POINTS_ANONYMOUS: '1000000',
};
const service = await startTestService(LIMITED);
const names = new Map<string, string>();
const first = await takeSteps(service, begin, names);
const worker = await startTestWorker(service);
const story = [...first, ...(await takeSteps(service, [...rest, ...again, ...categories], names))];
await worker.stop();
const link = story.find(({ operation }) => operation === 'linkAnalysisPlot')?.reply.json<{ url: string }>().url ?? '';

interface Seen {
  operation: string;
  reply: LightMyRequestResponse;
}

/** Replies of every kind and operation. */
const seen: Seen[] = [
  ...story,
  { operation: 'getLinkedPlot', reply: await service.request({ url: link.replace(/^https?:\/\/[^/]+/u, '') }) },
  ...(await collectSignIns()),
  ...(await collectNotModified()),
  ...(await collectRejections()),
];

/** Operations that need an authenticator or a provider, which examples alone cannot cover. */
async function collectSignIns(): Promise<Seen[]> {
  const person = await signIn(service, 'editor');
  const authenticator = new Authenticator();
  const created = await register(service, person, authenticator);
  const used = await usePasskey(service, authenticator);
  const url = `/passkeys/${created.json<{ id: string }>().id}`;
  const deleted = await service.request({ method: 'DELETE', url, headers: person.headers });
  const connected = await startConnectedService();
  await invite(connected.service, 'ada@example.com');
  const begun = await connected.service.request({ url: '/session/openid' });
  const finished = await signInAtProvider(connected.service, connected.provider);
  return [
    { operation: 'createPasskey', reply: created },
    { operation: 'createPasskeySession', reply: used },
    { operation: 'deletePasskey', reply: deleted },
    { operation: 'beginOpenidSession', reply: begun },
    { operation: 'finishOpenidSession', reply: finished },
  ];
}

async function collectNotModified(): Promise<Seen[]> {
  const replies: Seen[] = [];
  for (const { operation, statuses } of operations.map(({ operationId, statuses }) => ({
    operation: operationId,
    statuses,
  }))) {
    const { method, path, peopleOnly } = findOperation(operation);
    const caller = peopleOnly ? signedIn(names) : asOperator;
    if (method !== 'GET' || !statuses.includes('304')) continue;
    const url = path.replace('{name}', 'History').replace('{id}', names.get(idFor(path)) ?? '');
    const reply = await service.request({ url, headers: { ...caller, 'if-none-match': '*' } });
    replies.push({ operation, reply });
  }
  return replies;
}

/** An example id for a path. */
function idFor(path: string): string {
  const ids = {
    '/analysis': RUN,
    '/draws': DRAW,
    '/datasets': DATASET,
    '/tokens': TOKEN,
    '/categories': MERGE,
    '/imports': IMPORT,
    '/changes': CHANGE,
    '/webhooks': WEBHOOK,
    '/people': PERSON,
    '/views': VIEW,
  };
  return Object.entries(ids).find(([start]) => path.startsWith(start))?.[1] ?? PLANET;
}

/** Sends each operation every mistake that applies to all of them. */
async function collectRejections(): Promise<Seen[]> {
  const strict = await startTestService({ ...LIMITED, LIMIT_POINTS: '1', LIMIT_POINTS_ANONYMOUS: '1' });
  const away = await startTestService(LIMITED);
  const weak = bearer((await createKey(service, { scopes: ['events:read'] })).token);
  for (const headers of [asOperator, {}]) await strict.request({ url: '/categories', headers });
  await away.request({ url: '/categories', headers: asOperator }); // the token is cached from now on
  await loseDatabase(away);
  const ways: [typeof service, InjectOptions][] = [
    [service, {}],
    [service, { headers: weak }],
    [service, { headers: asOperator }],
    [service, { headers: asOperator, query: { surprise: '1' } }],
    [service, { headers: { ...asOperator, accept: 'image/gif' } }],
    [service, { headers: { ...asOperator, 'content-type': 'text/plain' }, payload: 'x' }],
    [
      service,
      { headers: { ...asOperator, 'content-type': 'application/json' }, payload: `{"x":"${'x'.repeat(11_000_000)}"}` },
    ],
    [strict, { headers: asOperator }],
    [away, { headers: asOperator }],
  ];
  const replies: Seen[] = [];
  for (const { id, method, url, payload } of exampleRequests()) {
    for (const [asked, way] of ways) {
      if (way.payload !== undefined && payload === undefined) continue;
      const reply = await asked.request({ method, url, ...(payload !== undefined && { payload }), ...way });
      replies.push({ operation: id, reply });
    }
  }
  return replies;
}

/** Deprecated operations that do the same as another one, after which they can only be rejected. */
const SAME_AS_ANOTHER = new Set(['undoImport']);
/** Headers of transport, and those for browsers only: docs/reference/api-conventions.md. */
const NOT_OF_THE_API = new Set([
  ...['connection', 'keep-alive', 'date', 'content-type', 'content-length', 'content-encoding', 'transfer-encoding'],
  ...['vary', 'x-content-type-options', 'referrer-policy', 'content-security-policy', 'strict-transport-security'],
]);

function listedHeaders({ operation, reply }: Seen): string[] | undefined {
  const response = findResponse(operation, reply.statusCode);
  return response === undefined ? undefined : Object.keys(response.headers ?? {});
}

const places = operations.map(({ operationId }) => operationId);

describe.each(places)('%s', (operation) => {
  const replies = seen.filter((one) => one.operation === operation);

  it('is covered by the sequence of examples', () => {
    const isCovered = replies.some(({ reply }) => reply.statusCode < 303 || SAME_AS_ANOTHER.has(operation));
    expect(isCovered).toBe(true);
  });

  it('replies only with documented statuses', () => {
    const unknown = replies.filter((one) => listedHeaders(one) === undefined);
    expect(unknown.map(({ reply }) => `${reply.statusCode} ${reply.body.slice(0, 200)}`)).toEqual([]);
  });

  it('replies only with documented headers', () => {
    const undescribed = replies.flatMap((one) => {
      const listed = (listedHeaders(one) ?? []).map((name) => name.toLowerCase());
      const sent = Object.keys(one.reply.headers).filter((name) => !NOT_OF_THE_API.has(name));
      return sent.filter((name) => !listed.includes(name)).map((name) => `${one.reply.statusCode}: ${name}`);
    });
    expect([...new Set(undescribed)]).toEqual([]);
  });

  it('sends every header documented as always present', () => {
    const missing = replies.flatMap((one) =>
      (listedHeaders(one) ?? [])
        .filter((name) => openApiFile.components.headers[name]?.required === true)
        .filter((name) => one.reply.headers[name.toLowerCase()] === undefined)
        .map((name) => `${one.reply.statusCode}: ${name}`),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  it('has an example of every body and reply, and each matches its schema', () => {
    const { body, replies: described } = listMedia(operation);
    const faults = [...body, ...described].flatMap(({ place, media }) => {
      const fits = compileAt(`${place}/schema`);
      const examples = examplesOf(media);
      const wrong = examples.filter((example) => !fits(example)).map(() => `${place}: ${JSON.stringify(fits.errors)}`);
      return examples.length === 0 ? [`${place}: none`] : wrong;
    });
    expect(faults).toEqual([]);
  });
});

describe.each(story.map((step) => [`${step.operation} ${step.status}`, step] as const))('%s', (_name, step) => {
  it('results from the example of the request', () => {
    expect(step.reply.statusCode, step.reply.body).toBe(step.status);
  });

  it.skipIf(step.varies === true || step.status === 204)('matches the example of the reply', () => {
    const examples = listExamples(step.operation, step.reply).map((example) => withoutNames(example));
    const real = withoutNames(readJson(step.reply));
    // The one for this body if there are several.
    expect(real).toEqual(examples[examples.length > 1 ? (step.body ?? 0) : 0]);
  });
});

describe('a header', () => {
  it.each(Object.keys(openApiFile.components.headers))('%s is sent by some operation', (name) => {
    const sent = seen.some(({ reply }) => reply.headers[name.toLowerCase()] !== undefined);
    expect(sent).toBe(true);
  });

  it.each([
    ['If-None-Match', 'getQuestion'],
    ['If-Match', 'updateQuestion'],
    ['If-Match', 'deleteQuestion'],
    ['Prefer', 'createQuestions'],
    ['Prefer', 'deleteQuestion'],
    ['Prefer', 'runAnalysis'],
    ['Prefer', 'getAnalysis'],
    ['X-Request-Id', 'getHealth'],
  ])('%s is a documented parameter of %s', (name, operation) => {
    const parameters = findOperation(operation).parameters.map((parameter) => follow(parameter));
    expect(parameters).toContainEqual(expect.objectContaining({ name, in: 'header' }));
  });

  /** Each needs a single-use challenge, code or link, and sets cookies, which stored responses never contain. */
  const AT_MOST_ONCE = /^\/(?:oauth|session|passkeys)(?:\/|$)/u;

  it('Idempotency-Key is a documented parameter of every POST except OAuth, sign-ins and passkeys', () => {
    const posts = places.map((id) => ({ id, ...findOperation(id) })).filter(({ method }) => method === 'POST');
    const without = posts.filter(({ parameters }) => !parameters.some(({ name }) => name === 'Idempotency-Key'));
    expect(without.map(({ path }) => path).filter((path) => !AT_MOST_ONCE.test(path))).toEqual([]);
  });
});

it.each(seen.filter(({ reply }) => reply.statusCode === 404).map((one) => [one.operation, one] as const))(
  '%s documents a 404 that it sends',
  (operation, { reply }) => {
    const [example] = listExamples(operation, reply) as [{ code: string; title: string }];
    const { code, title } = reply.json<{ code: string; title: string }>();
    expect({ code, title }).toEqual({ code: example.code, title: example.title });
  },
);

describe('/docs', () => {
  it('explains where to find the token, and where to enter it', async () => {
    const { info, components } = (await service.request({ url: '/docs/json' })).json<{
      info: { description: string };
      components: { securitySchemes: { bearer: { description: string } } };
    }>();
    for (const words of ['_Authorize_', '.quaestor/admin-token']) expect(info.description).toContain(words);
    for (const words of ['.quaestor/admin-token', 'BOOTSTRAP_TOKEN', 'npm run admin-token', 'POST /tokens'])
      expect(components.securitySchemes.bearer.description).toContain(words);
  });

  it('sends no header by default, since an example of If-None-Match would get 304', () => {
    const parameters = places.flatMap((id) => findOperation(id).parameters.map((parameter) => follow(parameter)));
    const headers = parameters.filter((parameter) => parameter.in === 'header');
    expect(headers.length).toBeGreaterThan(0);
    expect(headers.filter((header) => 'example' in header || 'examples' in header)).toEqual([]);
  });
});

interface Place {
  place: string;
  media: OpenApiMedia;
}

/** Pointers into openapi.json to the bodies of an operation. */
function listMedia(id: string): { body: Place[]; replies: Place[] } {
  const { method, path, requestBody, responses } = findOperation(id);
  const here = `#/paths/${escape(path)}/${method.toLowerCase()}`;
  const inside = (place: string, content: Record<string, OpenApiMedia> = {}) =>
    Object.entries(content).map(([type, media]) => ({ place: `${place}/content/${escape(type)}`, media }));
  return {
    body: inside(`${here}/requestBody`, requestBody?.content),
    replies: Object.entries(responses).flatMap(([status, response]) =>
      inside(response.$ref ?? `${here}/responses/${status}`, follow(response).content),
    ),
  };
}

function escape(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}
