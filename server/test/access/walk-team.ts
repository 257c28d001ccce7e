import { randomUUID } from 'node:crypto';
import type { PlantedBank } from './planted-bank.ts';
import { get, personOf, post, type WalkRequests } from './walk-steps.ts';

/** Views, comments and assignments. */
export const teamRequests: WalkRequests = {
  listViews: async (bank) => {
    await viewOf(bank);
    return [get('/views')];
  },
  createView: async () => [
    post('/views', { name: 'walk' }),
    post('/views', { name: 'walk', filter: { status: 'draft' }, columns: ['correct_answer'], shared: true }),
  ],
  getView: async (bank) => [get(`/views/${await viewOf(bank)}`)],
  updateView: async (bank) => [
    { method: 'PATCH', url: `/views/${await viewOf(bank)}`, payload: { filter: { status: 'draft' } } },
  ],
  deleteView: async (bank) => [{ method: 'DELETE', url: `/views/${await viewOf(bank)}` }],
  listComments: async (bank) => {
    const { question_id } = await commentOf(bank);
    return [get(`/questions/${question_id}/comments`), get(`/questions/${question_id}/comments?resolved=false`)];
  },
  listAllComments: async (bank) => {
    await commentOf(bank);
    return [get('/comments'), get('/comments?resolved=false')];
  },
  getComment: async (bank) => {
    const { question_id, id } = await commentOf(bank);
    return [get(`/questions/${question_id}/comments/${id}`)];
  },
  createComment: async (bank) => [post(`/questions/${(await bank.victim()).id}/comments`, { text: 'Qwvguess' })],
  updateComment: async (bank) => {
    const { question_id, id } = await commentOf(bank);
    const url = `/questions/${question_id}/comments/${id}`;
    return [{ resolved: true }, { text: 'Qwvguess' }].map((payload) => ({ method: 'PATCH', url, payload }));
  },
  deleteComment: async (bank) => {
    const { question_id, id } = await commentOf(bank);
    return [{ method: 'DELETE', url: `/questions/${question_id}/comments/${id}` }];
  },
  listAssignments: async (bank) => {
    await assignmentOf(bank);
    return [get('/assignments'), get('/assignments?done=false')];
  },
  getAssignment: async (bank) => [get(`/assignments/${await assignmentOf(bank)}`)],
  createAssignment: async (bank) => {
    const [row, person] = [{ analysis_type: 'topics', question_id: (await bank.victim()).id }, await personOf(bank)];
    return [post('/assignments', { ...row, person }), post('/assignments', { ...row, person: randomUUID() })];
  },
  assignInBulk: async (bank) => {
    const rows = [{ analysis_type: 'question', question_id: (await bank.victim()).id }];
    return [
      post('/assignments/bulk', { rows, person: await personOf(bank) }),
      post('/assignments/bulk', { rows, person: randomUUID() }),
    ];
  },
  updateAssignment: async (bank) => [
    { method: 'PATCH', url: `/assignments/${await assignmentOf(bank)}`, payload: { done: true } },
  ],
  deleteAssignment: async (bank) => [{ method: 'DELETE', url: `/assignments/${await assignmentOf(bank)}` }],
};

async function viewOf(bank: PlantedBank): Promise<string> {
  const payload = { name: 'walk', filter: { status: 'draft' }, shared: true };
  return (await bank.ask(post('/views', payload), bank.full)).json<{ id: string }>().id;
}

/** A comment on a question that reveals its answer. */
async function commentOf(bank: PlantedBank): Promise<{ id: string; question_id: string }> {
  const { id } = await bank.victim();
  const made = await bank.ask(post(`/questions/${id}/comments`, { text: 'Zyxqvkjwsaid' }), bank.full);
  return made.json<{ id: string; question_id: string }>();
}

async function assignmentOf(bank: PlantedBank): Promise<string> {
  const payload = { analysis_type: 'topics', question_id: (await bank.victim()).id, person: await personOf(bank) };
  return (await bank.ask(post('/assignments', payload), bank.full)).json<{ id: string }>().id;
}
