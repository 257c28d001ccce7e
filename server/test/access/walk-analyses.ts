import type { PlantedBank } from './planted-bank.ts';
import { get, idsOf, post, type WalkRequests } from './walk-steps.ts';

/** Analyses, and decisions about their rows. */
export const analysisRequests: WalkRequests = {
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
  // A link created for the purpose shows its plot to everybody; any other shows nothing.
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
  getRowDismissal: async (bank) => [
    get(`/dismissals/${(await markRow(bank)).id}`),
    get(`/dismissals/${(await markPair(bank)).id}`),
  ],
  deleteRowDismissal: async (bank) => [{ method: 'DELETE', url: `/dismissals/${(await markRow(bank)).id}` }],
};

/** Marks two questions as different, with a note that reveals an answer. */
async function markPair(bank: PlantedBank): Promise<{ id: string; question_ids: string[] }> {
  const question_ids = idsOf([await bank.victim(), await bank.victim()]);
  const made = await bank.ask(post('/duplicates/dismissals', { question_ids, note: 'Zyxqvkjwnoted' }), bank.full);
  return made.json<{ id: string; question_ids: string[] }>();
}

/** Dismisses a row about a question, with a reason that reveals its answer. */
async function markRow(bank: PlantedBank): Promise<{ id: string; question_id: string }> {
  const { id: question_id } = await bank.victim();
  const payload = { analysis_type: 'topics', question_id, reason: 'Zyxqvkjwnoted' };
  return (await bank.ask(post('/dismissals', payload), bank.full)).json<{ id: string; question_id: string }>();
}

async function repeatRun(bank: PlantedBank, run: object): Promise<string> {
  const made = await bank.ask(post('/analysis/run', run), bank.full);
  return made.json<{ id: string }>().id;
}
