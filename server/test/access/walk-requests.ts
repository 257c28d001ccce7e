import { randomUUID } from 'node:crypto';
import { draft, type StoredQuestion } from '../harness.ts';
import { runMerges } from '../http/categories/steps.ts';
import type { PlantedBank, WalkRequest } from './planted-bank.ts';

/**
 * Requests to every operation that may touch an answer, by its name in openapi.json. They are made anew each time they are
 * asked for: what they change was made for them.
 */
export const walkRequests: Readonly<Record<string, (bank: PlantedBank) => Promise<WalkRequest[]>>> = {
  listQuestions: async ({ questions, drafts }) =>
    [
      '?limit=1000',
      '?limit=20&offset=20',
      '?category=Science&difficulty=0',
      '?q=planet',
      '?sort=-updated_at',
      '?status=draft',
      '?status=draft&status=ready&status=archived',
      '?fields=id,correct_answer',
      '?fields=id,options',
      `?ids=${idsOf([...drafts, ...questions.slice(0, 3)]).join(',')}`,
      '?external_id=demo-ast-0-01',
    ].map((query) => get(`/questions${query}`)),
  createQuestions: async (bank) => {
    const { questions } = bank;
    const texts = questions.slice(0, 3).map(({ question_text }) => guess({ question_text }));
    return [
      post('/questions', guess()),
      post('/questions', [guess(), guess()]),
      post('/questions', [guess(), guess({ category: 'Nowhere' })], lenient),
      ...['warn', 'reject'].flatMap((choice) => [
        post(`/questions?on_duplicate=${choice}`, texts[0] ?? {}),
        post(`/questions?on_duplicate=${choice}`, texts),
        post(`/questions?on_duplicate=${choice}`, texts, lenient),
      ]),
      post('/questions', guess({ external_id: 'demo-ast-0-01' })),
      ...(await upserts(bank, 'update')),
      ...(await upserts(bank, 'skip')),
      post('/questions?on_conflict=skip', guess({ external_id: 'planted-draft' })),
    ];
  },
  putQuestionByExternalId: async ({ victim }) => {
    const url = `/questions/by-external-id/${String((await victim()).external_id)}`;
    const payload = guess();
    return [
      { method: 'PUT', url, payload, headers: { 'if-match': '"9"' } },
      { method: 'PUT', url, payload, headers: { 'if-none-match': '*' } },
      { method: 'PUT', url, payload: { ...payload, external_id: 'another' } },
      { method: 'PUT', url, payload },
      { method: 'PUT', url, payload }, // changes nothing
      { method: 'PUT', url: `/questions/by-external-id/${randomUUID()}`, payload },
    ];
  },
  getQuestionFacets: async () => [get('/questions/facets'), get('/questions/facets?status=draft&q=kqdraft')],
  exportQuestions: async () => [
    get('/questions/export'),
    get('/questions/export?format=csv&status=draft'),
    get('/questions/export?format=inspect&seed=walk'),
  ],
  reportQuestionExport: async () => [get('/questions/export/report?format=aiken')],
  drawRandomQuestions: async ({ drafts }) => [
    get('/questions/random?count=50&seed=1'),
    get('/questions/random?status=draft&count=10'),
    get(`/questions/random?ids=${idsOf(drafts).join(',')}&count=10`),
  ],
  getQuestion: async ({ questions, drafts }) =>
    [...questions.slice(0, 5), ...drafts].map(({ id }) => get(`/questions/${id}`)),
  updateQuestion: (bank) => changes(bank, 'PUT'),
  patchQuestion: (bank) => changes(bank, 'PATCH'),
  deleteQuestion: async ({ victim }) => {
    const [one, two] = [await victim(), await victim()];
    return [
      { method: 'DELETE', url: `/questions/${one.id}`, headers: { 'if-match': '"9"' } },
      { method: 'DELETE', url: `/questions/${one.id}` },
      { method: 'DELETE', url: `/questions/${two.id}`, headers: { prefer: 'return=minimal' } },
    ];
  },
  restoreQuestion: async (bank) => {
    const { id } = await bank.victim();
    await bank.ask({ method: 'DELETE', url: `/questions/${id}` }, bank.full);
    return [post(`/questions/${id}/restore`), post(`/questions/${bank.questions[0]?.id}/restore`)];
  },
  listQuestionVersions: async (bank) => {
    const { id } = await bank.victim();
    await bank.ask(
      { method: 'PUT', url: `/questions/${id}`, payload: { correct_answer: 'Zyxqvkjwsecond' } },
      bank.full,
    );
    return [get(`/questions/${id}/versions`)];
  },
  checkAnswer: async ({ questions, drafts }) => {
    const [question] = questions as [StoredQuestion];
    const [waiting] = drafts as [StoredQuestion];
    return [
      post(`/questions/${question.id}/check`, { answer: question.correct_answer }),
      post(`/questions/${question.id}/check`, { answer: question.correct_answer.slice(8) }),
      post(`/questions/${waiting.id}/check`, { answer: waiting.correct_answer }),
    ];
  },
  createDraw: async ({ drafts }) => [
    post('/draws', {}),
    post('/draws', { filter: { status: 'draft' } }),
    post('/draws', { filter: { ids: idsOf(drafts) } }),
  ],
  listDatasets: async () => [get('/datasets')],
  createDataset: async ({ drafts }) => [
    post('/datasets', { name: 'walk' }),
    post('/datasets', { filter: { ids: idsOf(drafts) } }),
  ],
  getDataset: async (bank) => [get(`/datasets/${await datasetOf(bank)}`)],
  exportDataset: async (bank) => [get(`/datasets/${await datasetOf(bank)}/export`)],
  deleteDataset: async (bank) => [{ method: 'DELETE', url: `/datasets/${await datasetOf(bank)}` }],
  getDraw: async (bank) => [get(`/draws/${await openDraw(bank, {})}`)],
  drawNext: async (bank) => {
    const draws = [{}, { status: ['draft', 'archived'] }, { ids: idsOf(bank.drafts) }];
    const opened = await Promise.all(draws.map((filter) => openDraw(bank, filter)));
    return opened.map((id) => post(`/draws/${id}/next`, { count: 20 }));
  },
  listAnalyses: async ({ analyses }) => [
    get('/analysis?limit=10'),
    get('/analysis?limit=10&include_result=false'),
    ...analyses.map(({ id }) => get(`/analysis?id=${id}`)),
  ],
  runAnalysis: async ({ runs }) => runs.map((run) => post('/analysis/run', run, { prefer: 'wait=30' })),
  listAnalysisTypes: async () => [get('/analysis/types')],
  getAnalysis: async ({ analyses }) => analyses.map(({ id }) => get(`/analysis/${id}`)),
  deleteAnalysis: async (bank) => {
    const copies = await Promise.all(bank.runs.slice(1, 3).map((run) => repeatRun(bank, run)));
    return copies.map((id) => ({ method: 'DELETE', url: `/analysis/${id}` }));
  },
  cancelAnalysis: async ({ analyses }) => analyses.map(({ id }) => post(`/analysis/${id}/cancel`)),
  listAnalysisItems: async ({ analyses }) => analyses.map(({ id }) => get(`/analysis/${id}/items?limit=500`)),
  compareAnalyses: async ({ analyses }) =>
    analyses.flatMap(({ id }) => [get(`/analysis/${id}/comparison`), get(`/analysis/${id}/comparison?with=${id}`)]),
  getAnalysisReport: async ({ analyses }) => analyses.map(({ id }) => get(`/analysis/${id}/report`)),
  getAnalysisPlot: async ({ analyses }) =>
    analyses.flatMap(({ id, result }) =>
      (result?.plots ?? []).flatMap((plot) => [
        get(`/analysis/${id}/plots/${plot.id}.svg`),
        get(`/analysis/${id}/plots/${plot.id}.png`),
      ]),
    ),
  linkAnalysisPlot: async ({ analyses }) =>
    analyses.flatMap(({ id, result }) =>
      (result?.plots ?? []).map((plot) => post(`/analysis/${id}/plots/${plot.id}.svg/link`, {})),
    ),
  // A link that was made for the purpose shows its plot to everybody; one that was not shows nothing.
  getLinkedPlot: async ({ analyses }) =>
    analyses.flatMap(({ id, result }) =>
      (result?.plots ?? []).map((plot) => get(`/pictures/${id}/${plot.id}.svg?expires=4000000000&signature=forged`)),
    ),
  listDismissals: async (bank) => {
    await markPair(bank);
    return [get('/duplicates/dismissals')];
  },
  createDismissal: async (bank) => {
    const { question_ids } = await markPair(bank);
    return [post('/duplicates/dismissals', { question_ids })];
  },
  deleteDismissal: async (bank) => [{ method: 'DELETE', url: `/duplicates/dismissals/${(await markPair(bank)).id}` }],
  listRowDismissals: async (bank) => {
    await markPair(bank);
    await markRow(bank);
    return [get('/dismissals')];
  },
  createRowDismissal: async (bank) => {
    const { question_ids } = await markPair(bank);
    const { question_id } = await markRow(bank);
    return [
      post('/dismissals', { analysis_type: 'topics', question_id }),
      post('/dismissals', { analysis_type: 'duplicates', question_ids }),
      post('/dismissals', { analysis_type: 'item_flaws', question_id }),
    ];
  },
  deleteRowDismissal: async (bank) => [{ method: 'DELETE', url: `/dismissals/${(await markRow(bank)).id}` }],
  createImport: async ({ questions }) => {
    const texts = questions.slice(0, 3).map(({ question_text }) => guess({ question_text }));
    return ['skip', 'reject', 'update'].map((choice) =>
      post(`/imports?format=jsonl&on_duplicate=${choice}&mode=valid_only`, texts[0] ?? {}),
    );
  },
  listImports: async () => [get('/imports')],
  getImport: async (bank) => [get(`/imports/${await importOf(bank)}`)],
  listImportReports: async (bank) => [get(`/imports/${await importOf(bank)}/reports`)],
  getImportRejects: async (bank) => [get(`/imports/${await importOf(bank)}/rejects`)],
  cancelImport: async (bank) => [post(`/imports/${await importOf(bank)}/cancel`)],
  undoImport: async (bank) => [post(`/imports/${await importOf(bank)}/undo`)],
  listCategories: async () => [get('/categories')],
  createCategory: async () => [
    post('/categories', { name: `Walk ${randomUUID()}` }),
    post('/categories', { name: 'science' }),
  ],
  getCategory: async () => [get('/categories/science'), get('/categories/nowhere')],
  renameCategory: async (bank) => {
    const url = await categoryOf(bank);
    return ['Science', `Walk ${randomUUID()}`].map((name) => ({ method: 'PATCH', url, payload: { name } }));
  },
  deleteCategory: async (bank) => {
    const url = await categoryOf(bank);
    return ['', '?merge_into=Nowhere', '?merge_into=Science'].map((query) => ({
      method: 'DELETE',
      url: `${url}${query}`,
    }));
  },
  getCategoryMerge: async (bank) => {
    const ended = await mergeOf(bank);
    await runMerges(bank.service);
    return [ended, await mergeOf(bank)].map((id) => get(`/categories/merges/${id}`));
  },
  cancelCategoryMerge: async (bank) => {
    const url = `/categories/merges/${await mergeOf(bank)}/cancel`;
    return [post(url), post(url)];
  },
  createWebhook: async () => [post('/webhooks', { url: 'https://walk.example.com/' })],
  listWebhooks: async () => [get('/webhooks')],
  getWebhook: async (bank) => [get(`/webhooks/${await webhookOf(bank)}`)],
  updateWebhook: async (bank) => [
    { method: 'PATCH', url: `/webhooks/${await webhookOf(bank)}`, payload: { categories: ['science'] } },
  ],
  deleteWebhook: async (bank) => [{ method: 'DELETE', url: `/webhooks/${await webhookOf(bank)}` }],
  rotateWebhook: async (bank) => [post(`/webhooks/${await webhookOf(bank)}/rotate`, {})],
  testWebhook: async (bank) => [post(`/webhooks/${await webhookOf(bank)}/test`)],
  listWebhookDeliveries: async (bank) => {
    const id = await webhookOf(bank);
    await bank.ask(post(`/webhooks/${id}/test`), bank.full);
    return [get(`/webhooks/${id}/deliveries`)];
  },
  replayWebhookDelivery: async (bank) => {
    const id = await webhookOf(bank);
    const made = await bank.ask(post(`/webhooks/${id}/test`), bank.full);
    return [post(`/webhooks/${id}/deliveries/${made.json<{ id: string }>().id}/replay`)];
  },
  replayFailedDeliveries: async (bank) => [
    post(`/webhooks/${await webhookOf(bank)}/replay`, { since: '2026-01-01T00:00:00.000Z' }),
  ],
  createToken: async () => [post('/tokens', { name: 'walk', scopes: ['questions:play'] })],
  listTokens: async () => [get('/tokens')],
  getCurrentToken: async () => [get('/tokens/current')],
  getToken: async (bank) => [get(`/tokens/${await keyOf(bank)}`)],
  revokeToken: async (bank) => [{ method: 'DELETE', url: `/tokens/${await keyOf(bank)}` }],
  rotateToken: async (bank) => [post(`/tokens/${await keyOf(bank)}/rotate`, {})],
  createClient: async () => [post('/clients', { name: 'walk', scopes: ['questions:play'] })],
  listClients: async () => [get('/clients')],
  rotateClient: async (bank) => [post(`/clients/${await clientOf(bank)}/rotate`, {})],
  deleteClient: async (bank) => [{ method: 'DELETE', url: `/clients/${await clientOf(bank)}` }],
  listEvents: async () => [get('/events?limit=1000')],
  listAuditLog: async () => [get('/audit-log?limit=1000')],
  getOauthServerMetadata: async () => [get('/.well-known/oauth-authorization-server')],
  getProtectedResourceMetadata: async () => [get('/.well-known/oauth-protected-resource')],
  getHome: async () => [get('/')],
  getHealth: async () => [get('/healthz')],
  getReadiness: async () => [get('/readyz')],
  getMetrics: async () => [get('/metrics')],
  getProblem: async () => [get('/problems/insufficient_scope')],
  issueAccessToken: async () => [post('/oauth/token', { grant_type: 'client_credentials' })],
  revokeAccessToken: async () => [post('/oauth/revoke', { token: 'nonsense' })],
  introspectAccessToken: async () => [post('/oauth/introspect', { token: 'nonsense' })],
};

const get = (url: string): WalkRequest => ({ method: 'GET', url });

function post(url: string, payload?: object, headers: Record<string, string> = {}): WalkRequest {
  return { method: 'POST', url, headers, ...(payload !== undefined && { payload }) };
}

const idsOf = (questions: readonly StoredQuestion[]) => questions.map(({ id }) => id);

/** What a caller writes is theirs to see: it has no sign in it. */
const guess = (change: object = {}) =>
  draft({ question_text: `Which ${randomUUID()} is this?`, correct_answer: 'Qwvguess', ...change });

/** Of a question of the bank with its right answer: what becomes of it must not be told to everybody. */
async function importOf({ ask, full, questions }: PlantedBank): Promise<string> {
  const [question] = questions;
  const reply = await ask(post('/imports?format=jsonl&mode=valid_only', question ?? {}), full);
  const { id } = reply.json<{ id?: string }>();
  if (id !== undefined) lastImport = id;
  return lastImport;
}

/** A caller may have five unfinished at once. */
let lastImport = '';

const lenient = { prefer: 'handling=lenient' };

/** One question that is there and differs, and one that is as it is sent, which leaves its planted fields out. */
async function upserts({ victim }: PlantedBank, mode: 'update' | 'skip'): Promise<WalkRequest[]> {
  const url = `/questions?on_conflict=${mode}`;
  const other = async () => guess({ external_id: (await victim()).external_id });
  const sent = guess({ external_id: randomUUID() });
  await victim(sent);
  return [
    post(url, await other()),
    post(url, sent),
    post(url, [await other(), sent, guess()]),
    post(url, [await other(), sent, guess({ category: 'Nowhere' })], lenient),
    post(`${url}&on_duplicate=warn`, [await other(), sent]),
  ];
}

async function changes({ victim, drafts }: PlantedBank, method: 'PUT' | 'PATCH'): Promise<WalkRequest[]> {
  const url = `/questions/${(await victim()).id}`;
  return [
    { method, url, payload: {} },
    { method, url, payload: { difficulty: 1 } },
    { method, url, payload: { tags: ['walk'], explanation: 'Qwvguess' } },
    { method, url, payload: { difficulty: 2 }, headers: { 'if-match': '"99"' } },
    { method, url, payload: { correct_answer: '' } },
    { method, url: `/questions/${drafts[0]?.id}`, payload: {} },
  ];
}

/** Two questions with a note that tells of an answer. */
async function markPair(bank: PlantedBank): Promise<{ id: string; question_ids: string[] }> {
  const question_ids = idsOf([await bank.victim(), await bank.victim()]);
  const made = await bank.ask(post('/duplicates/dismissals', { question_ids, note: 'Zyxqvkjwnoted' }), bank.full);
  return made.json<{ id: string; question_ids: string[] }>();
}

/** The filing of a question, with a reason that tells of its answer. */
async function markRow(bank: PlantedBank): Promise<{ id: string; question_id: string }> {
  const { id: question_id } = await bank.victim();
  const payload = { analysis_type: 'topics', question_id, reason: 'Zyxqvkjwnoted' };
  return (await bank.ask(post('/dismissals', payload), bank.full)).json<{ id: string; question_id: string }>();
}

/** The path of a category that holds a planted question. */
async function categoryOf(bank: PlantedBank): Promise<string> {
  const name = `Walk ${randomUUID()}`;
  await bank.ask(post('/categories', { name }), bank.full);
  await bank.victim({ category: name });
  return `/categories/${encodeURIComponent(name)}`;
}

async function mergeOf(bank: PlantedBank): Promise<string> {
  const url = `${await categoryOf(bank)}?merge_into=Science`;
  const made = await bank.ask({ method: 'DELETE', url }, bank.full);
  return made.json<{ id: string }>().id;
}

async function openDraw(bank: PlantedBank, filter: object): Promise<string> {
  const made = await bank.ask(post('/draws', { filter }), bank.full);
  return made.json<{ id: string }>().id;
}

async function datasetOf(bank: PlantedBank): Promise<string> {
  const made = await bank.ask(post('/datasets', { filter: { status: ['draft', 'ready'] } }), bank.full);
  return made.json<{ id: string }>().id;
}

async function repeatRun(bank: PlantedBank, run: object): Promise<string> {
  const made = await bank.ask(post('/analysis/run', run), bank.full);
  return made.json<{ id: string }>().id;
}

async function webhookOf(bank: PlantedBank): Promise<string> {
  const made = await bank.ask(post('/webhooks', { url: 'https://walk.example.com/' }), bank.full);
  return made.json<{ id: string }>().id;
}

async function keyOf(bank: PlantedBank): Promise<string> {
  const made = await bank.ask(post('/tokens', { name: 'walk', scopes: ['questions:play'] }), bank.full);
  return made.json<{ id: string }>().id;
}

async function clientOf(bank: PlantedBank): Promise<string> {
  const made = await bank.ask(post('/clients', { name: 'walk', scopes: ['questions:play'] }), bank.full);
  return made.json<{ client_id: string }>().client_id;
}
