import { randomUUID } from 'node:crypto';
import { runMerges } from '../http/categories/steps.ts';
import type { PlantedBank } from './planted-bank.ts';
import { get, guess, post, type WalkRequests } from './walk-steps.ts';

/** Imports into the bank, and its categories. */
export const bankRequests: WalkRequests = {
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
  revertImport: async (bank) => [post(`/imports/${await importOf(bank)}/revert`)],
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
};

/** Imports a question of the bank with its right answer; not everybody may see the outcome. */
async function importOf({ ask, full, questions }: PlantedBank): Promise<string> {
  const [question] = questions;
  const reply = await ask(post('/imports?format=jsonl&mode=valid_only', question ?? {}), full);
  const { id } = reply.json<{ id?: string }>();
  if (id !== undefined) lastImport = id;
  return lastImport;
}

/** A caller may have five unfinished at once. */
let lastImport = '';

/** The path of a category that contains a planted question. */
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
