import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ask, finishChange } from './bank.ts';
import { invite } from './people.ts';

/** Runs a script if a page inserts the text as markup. */
export const MARKUP = `<img src=x onerror="document.title='x'">`;
/** All the ways to write a formula that a spreadsheet would evaluate. */
export const FORMULAS = ['=HYPERLINK("http://evil.example","x")', '+1+cmd|x!A0', '-1+1', '@SUM(1,1)'];
/** The syntax of i18next and of template literals, together with markup. */
export const TEMPLATE = `{{count}} $t(app.name) \${title} </textarea></script>${MARKUP}`;

const NAUGHTY = path.resolve(import.meta.dirname, '../../server/test/data/naughty_strings/blns.json');
const MAX_QUESTION = 3900;

export interface Hostile {
  tag: string;
  category: string;
  topic: string;
  person: { name: string; secret: string };
  view: { id: string; name: string };
  token: { id: string; name: string };
  webhook: { id: string; url: string; description: string };
  comment: string;
  /** Two similar questions with hostile text in every field. The first has been changed once and has a comment. */
  pair: [Asked, Asked];
  /** Every naughty string that the service accepts, each as one question, and all of them in a few long ones. */
  naughty: Asked[];
  trashed: Asked;
  remove(): Promise<void>;
}

export interface Asked {
  id: string;
  question_text: string;
  correct_answer: string;
}

/** Creates hostile texts in every place that accepts text. A tag distinguishes them from all other questions. */
export async function createHostileBank(): Promise<Hostile> {
  const mark = crypto.randomUUID().slice(0, 8);
  const tag = `${mark}${MARKUP}`;
  const category = `${mark} ${MARKUP}`;
  const topic = `${mark} topic ${MARKUP}`;
  await ask('/categories', 'POST', { name: category });
  const draft = (question_text: string, correct_answer: string) => ({
    ...{ question_text, correct_answer, category, difficulty: 1, topic_focus: topic, tags: [tag] },
    ...{ explanation: TEMPLATE, source: MARKUP, license: MARKUP, incorrect_answers: [MARKUP, ...FORMULAS] },
  });
  const create = async (one: object) => ask<Asked>('/questions', 'POST', one);
  const text = (word: string) => `WHICH OF THE ${word} IS ZANZIG${mark} OF ${MARKUP} ${TEMPLATE}??`;
  const first = await create(draft(text('TWO'), MARKUP));
  const second = await create({ ...draft(text('TWO'), 'Neither'), difficulty: 2 });
  await ask(`/questions/${first.id}`, 'PATCH', { correct_answer: `${MARKUP} or ${TEMPLATE}` });
  const comment = `${mark} ${TEMPLATE}`;
  await ask(`/questions/${first.id}/comments`, 'POST', { text: comment });
  const trashed = await create(draft(text('TRASHED'), MARKUP));
  await ask(`/questions/${trashed.id}`, 'DELETE');
  const receiver = await startReceiver();
  const url = `${receiver.url}/?a='${encodeURI(MARKUP)}'`;
  const view = { name: `${mark} ${MARKUP}`, filter: { tag }, sort: null, columns: null, shared: true };
  const webhook = await ask<{ id: string; url: string }>('/webhooks', 'POST', {
    ...{ url, description: MARKUP, types: ['token.revoked'], categories: [category] },
  });
  const name = `${mark} ${MARKUP}`;
  const { id } = await ask<{ id: string }>('/tokens', 'POST', { name, scopes: ['questions:read'] });
  return {
    ...{ tag, category, topic, comment, trashed, pair: [first, second] },
    naughty: await createNaughty(draft),
    person: { name, secret: await invite('administrator', name) },
    view: { ...(await ask<{ id: string }>('/views', 'POST', view)), name: view.name },
    token: { id, name },
    webhook: { ...webhook, description: MARKUP },
    remove: async () => {
      receiver.server.close();
      await removeAll({ tag, category, mark, webhook, trashed });
    },
  };
}

/** Starts a webhook receiver that replies with markup. */
async function startReceiver(): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(MARKUP);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function createNaughty(draft: (text: string, answer: string) => object): Promise<Asked[]> {
  const strings = (JSON.parse(readFileSync(NAUGHTY, 'utf8')) as string[]).filter(isAccepted);
  const together: string[] = [];
  for (const string of strings) {
    const last = together.at(-1);
    if (last === undefined || last.length + string.length > MAX_QUESTION) together.push(string);
    else together[together.length - 1] = `${last}\n${string}`;
  }
  const drafts = [...strings, ...together].map((one) => draft(one, one.slice(0, 500).trim()));
  return (await ask<{ data: Asked[] }>('/questions', 'POST', drafts)).data;
}

/** The service rejects control characters, more than 30 marks on one letter, and blank texts. */
function isAccepted(text: string): boolean {
  return text.trim() !== '' && !/\p{M}{31}/u.test(text) && text.isWellFormed() && !/[^\P{Cc}\t\n]/u.test(text);
}

/** Cleans up, because other test files use the same bank. */
async function removeAll(bank: {
  tag: string;
  category: string;
  mark: string;
  webhook: { id: string };
  trashed: Asked;
}): Promise<void> {
  const { tag, category, mark, webhook, trashed } = bank;
  const request = async (url: string, method: string) => ask(url, method).catch(() => null); // 204 has no body
  await ask(`/questions/${trashed.id}/restore`, 'POST');
  const { pagination } = await ask<{ pagination: { total: number } }>(
    `/questions?tag=${encodeURIComponent(tag)}&status=draft&status=ready&status=archived&limit=1`,
  );
  const filter = { tag, status: ['draft', 'ready', 'archived'] };
  for (const change of [{ set: { category: 'Science' } }, { delete: true }])
    await finishChange(await ask('/questions/bulk', 'POST', { filter, expected_count: pagination.total, ...change }));
  await request(`/categories/${encodeURIComponent(category)}`, 'DELETE');
  await request(`/webhooks/${webhook.id}`, 'DELETE');
  for (const list of ['tokens', 'people', 'views']) {
    const { data } = await ask<{ data: { id: string; name: string }[] }>(`/${list}?limit=1000`);
    for (const { id, name } of data) if (name.startsWith(mark)) await request(`/${list}/${id}`, 'DELETE');
  }
}
