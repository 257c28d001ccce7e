import { randomUUID } from 'node:crypto';
import type { StoredQuestion } from '../harness.ts';
import type { PlantedBank, WalkRequest } from './planted-bank.ts';
import { get, guess, idsOf, lenient, post, type WalkRequests } from './walk-steps.ts';

/** Questions, draws and datasets of them, and their changes. */
export const questionRequests: WalkRequests = {
  listQuestions: async ({ questions, drafts, ask, full }) => {
    const changes = await ask(get('/changes?kind=array&limit=1'), full);
    const changeId = changes.json<{ data: { id: string }[] }>().data[0]?.id;
    return [
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
      `?change_id=${changeId}`,
      `?assignee=${randomUUID()}`,
      `?analysis_id=${randomUUID()}`,
      '?has_open_comments=true',
    ].map((query) => get(`/questions${query}`));
  },
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
    const payload = guess(NO_OTHER_ANSWERS);
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
  getQuestionLanguages: async () => [get('/questions/languages')],
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
  changeQuestionsInBulk: async ({ victim, drafts }) => {
    const named = { question_ids: [(await victim()).id], expected_count: 1 };
    return [
      { filter: { status: 'draft' }, set: { difficulty: 2 }, dry_run: true },
      { question_ids: idsOf(drafts), delete: true, dry_run: true },
      { ...named, delete: true },
    ].map((payload) => post('/questions/bulk', payload));
  },
  mergeQuestion: async ({ victim }) => {
    const [kept, other] = [await victim(), await victim()];
    const request = post(`/questions/${kept.id}/merge`, { other: other.id, take: ['correct_answer'] });
    return [{ ...request, headers: { 'if-match': '"9"' } }, request, request];
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
  reportDatasetExport: async (bank) => [get(`/datasets/${await datasetOf(bank)}/export/report?format=aiken`)],
  deleteDataset: async (bank) => [{ method: 'DELETE', url: `/datasets/${await datasetOf(bank)}` }],
  listChanges: async () => [get('/changes'), get('/changes?kind=create')],
  getChange: async (bank) => [get(`/changes/${await changeOf(bank)}`)],
  listChangeItems: async (bank) => [get(`/changes/${await changeOf(bank)}/items`)],
  previewRevert: async (bank) => [get(`/changes/${await changeOf(bank)}/revert`)],
  revertChange: async (bank) => [post(`/changes/${await changeOf(bank)}/revert`)],
  cancelChange: async (bank) => [post(`/changes/${await changeOf(bank)}/cancel`)],
  getDraw: async (bank) => [get(`/draws/${await openDraw(bank, {})}`)],
  drawNext: async (bank) => {
    const draws = [{}, { status: ['draft', 'archived'] }, { ids: idsOf(bank.drafts) }];
    const opened = await Promise.all(draws.map((filter) => openDraw(bank, filter)));
    return opened.map((id) => post(`/draws/${id}/next`, { count: 20 }));
  },
};

/** A caller who may not read answers replaces them completely. */
const NO_OTHER_ANSWERS = { accepted_answers: [], incorrect_answers: [] };

/** One existing question that differs, and one that is unchanged, whose planted fields are omitted. */
async function upserts({ victim }: PlantedBank, mode: 'update' | 'skip'): Promise<WalkRequest[]> {
  const url = `/questions?on_conflict=${mode}`;
  const other = async () => guess({ ...NO_OTHER_ANSWERS, external_id: (await victim()).external_id });
  const sent = guess({ ...NO_OTHER_ANSWERS, external_id: randomUUID() });
  await victim(sent);
  return [
    post(url, await other()),
    post(url, sent),
    post(url, [await other(), sent, guess(NO_OTHER_ANSWERS)]),
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

/** Changes a question twice, so that reverting the first change is a conflict. */
async function changeOf(bank: PlantedBank): Promise<string> {
  const { id, correct_answer } = await bank.victim();
  const url = `/questions/${id}`;
  const changed = await bank.ask({ method: 'PUT', url, payload: { correct_answer: `${correct_answer} 2` } }, bank.full);
  await bank.ask({ method: 'PUT', url, payload: { correct_answer: `${correct_answer} 3` } }, bank.full);
  return String(changed.headers['change-id']);
}

async function datasetOf(bank: PlantedBank): Promise<string> {
  const made = await bank.ask(post('/datasets', { filter: { status: ['draft', 'ready'] } }), bank.full);
  return made.json<{ id: string }>().id;
}

async function openDraw(bank: PlantedBank, filter: object): Promise<string> {
  const made = await bank.ask(post('/draws', { filter }), bank.full);
  return made.json<{ id: string }>().id;
}
