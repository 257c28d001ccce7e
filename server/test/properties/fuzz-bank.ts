import type { LightMyRequestResponse } from 'fastify';
import { SCOPES } from '../../src/domain/tokens/scope.ts';
import { foldQuestionCounts } from '../../src/store/questions/counts.ts';
import { runToEnd, startTestWorker } from '../analysis/worker.ts';
import { asOperator, type TestService } from '../harness.ts';
import { assign } from '../http/assignments/steps.ts';
import { bearer, createClient, createKey, getAccessToken } from '../http/credentials.ts';
import { importFile } from '../http/imports/steps.ts';
import { plantPerson } from '../http/people.ts';
import { makeView } from '../http/views/steps.ts';
import { OPERATOR } from './callers.ts';
import type { Bank, FuzzRequest } from './fuzz-request.ts';
import { FILE_WITH_REJECT } from './import-arbitrary.ts';
import { type Operation, operations } from './openapi-document.ts';

const MAX_QUESTIONS = 600;
const MAX_REMEMBERED = 300;
const BATCHES_BETWEEN_LOOKS = 25;

/** A question of a reply, bare or as one of the results of a lenient request. */
interface Created {
  id?: string;
  question?: { id: string };
}

/** The bank that requests are sent to, and what is known from their replies. */
export class FuzzBank implements Bank {
  readonly categories: readonly string[];
  live: string[] = [];
  deleted: string[] = [];
  draws: string[] = [];
  analyses: string[] = [];
  ended: string[] = [];
  untouched = '';
  dismissals: string[] = [];
  datasets: string[] = [];
  imports: string[] = [];
  changes: string[] = [];
  webhooks: string[] = [];
  views: string[] = [];
  assignments: string[] = [];
  tokens: string[] = [];
  people: string[] = [];
  clients: string[] = [];
  accessTokens: string[] = [];
  login: Bank['login'] = { client_id: '', client_secret: '' };
  limited: Bank['limited'] = [];
  readonly anonymousScopes: readonly string[];
  cursors: string[] = [];
  links: Bank['links'] = [];
  readonly #service: TestService;
  #batches = 0;

  private constructor(service: TestService) {
    this.#service = service;
    this.categories = service.deps.categories.current.names;
    this.anonymousScopes = service.deps.config.anonymousScopes;
  }

  static async fill(service: TestService, size: number, draft: (change: object) => object): Promise<FuzzBank> {
    const bank = new FuzzBank(service);
    const drafts = Array.from({ length: size }, (_, index) =>
      draft({
        question_text: `Which comet passed the river ${index}?`,
        category: bank.categories[index % bank.categories.length],
        difficulty: index % 3,
        topic_focus: index % 4 === 0 ? null : `topic ${index % 7}`,
        tags: index % 5 === 0 ? ['prime', `tag ${index % 3}`] : [],
        status: index % 6 === 0 ? 'draft' : 'ready',
      }),
    );
    bank.live = (await service.create(drafts)).map((question) => question.id);
    bank.deleted = bank.live.splice(0, 5);
    for (const id of bank.deleted) await service.request({ method: 'DELETE', url: `/questions/${id}` });
    const put = {
      method: 'PUT',
      url: `/questions/${bank.live[0]}`,
      payload: { difficulty: 2, source: 'A book' },
    } as const;
    bank.changes = [String((await service.request(put)).headers['change-id'])];
    const draw = await service.request({ method: 'POST', url: '/draws', headers: asOperator, payload: {} });
    bank.draws = [draw.json<{ id: string }>().id];
    const dataset = await service.request({ method: 'POST', url: '/datasets', headers: asOperator, payload: {} });
    bank.datasets = [dataset.json<{ id: string }>().id];
    const webhook = { url: 'https://fuzz.example.com/' };
    const made = await service.request({ method: 'POST', url: '/webhooks', headers: asOperator, payload: webhook });
    bank.webhooks = [made.json<{ id: string }>().id];
    const list = operations.find(({ id }) => id === 'listQuestions') as Operation;
    bank.#learnLink(list, await service.request({ url: '/questions?limit=3' }));
    await bank.#fillAnalyses(draft);
    await bank.#fillDismissals();
    await bank.#fillTeam();
    await bank.#fillAccess();
    return bank;
  }

  /** Stops the worker at the end, which would finish work that requests are supposed to find unfinished. */
  async #fillAnalyses(draft: (change: object) => object): Promise<void> {
    const service = this.#service;
    const [untouched] = await service.create(draft({ question_text: 'Who leaves this one alone?' }));
    this.untouched = untouched?.id ?? '';
    const worker = await startTestWorker(service);
    for (const asked of [
      { analysis_type: 'coverage', question_ids: [this.untouched] },
      { analysis_type: 'coverage', filter: {} },
      { analysis_type: 'text_statistics', filter: {} },
    ]) {
      this.ended.push((await runToEnd(service, asked)).id);
    }
    await this.#fillImports();
    await worker.stop();
    const payload = { analysis_type: 'coverage', filter: { difficulty: 1 } };
    const queued = await service.request({ method: 'POST', url: '/analysis/run', headers: asOperator, payload });
    this.analyses = [queued.json<{ id: string }>().id];
  }

  /** Adds several finished imports, since two operations can revert them, each of them only once. */
  async #fillImports(): Promise<void> {
    for (let count = 0; count < 8; count += 1) {
      const { id } = await importFile(this.#service, FILE_WITH_REJECT, { mode: 'valid_only', format: 'csv' });
      this.imports.push(id);
    }
  }

  async #fillDismissals(): Promise<void> {
    const payload = { question_ids: this.live.slice(0, 2) };
    const reply = await this.#service.request({ method: 'POST', url: '/duplicates/dismissals', payload });
    this.dismissals = [reply.json<{ id: string }>().id];
  }

  async #fillTeam(): Promise<void> {
    const service = this.#service;
    for (const name of ['Ada', 'Grace']) this.people.push(await plantPerson(service, 'editor', name));
    this.views = [(await makeView(service)).id];
    // Several, because each can be deleted only once, and few requests create one.
    for (const question_id of [this.untouched, ...this.live.slice(-9)]) {
      const row = { analysis_type: 'topics', question_id, person: this.people[0] };
      this.assignments.push((await assign(service, row)).id);
    }
  }

  async #fillAccess(): Promise<void> {
    const service = this.#service;
    for (const scope of ['webhooks:manage', 'audit:read'] as const) {
      const { token, scopes } = await createKey(service, { name: 'limited', scopes: [scope] });
      this.limited.push({ headers: bearer(token), scopes });
    }
    this.people.push(await plantPerson(service, 'viewer'));
    this.tokens = [(await createKey(service)).id];
    this.clients = [(await createClient(service)).client_id];
    const { client_id, client_secret } = await createClient(service, { name: 'stays', scopes: SCOPES });
    this.login = { client_id, client_secret };
    this.accessTokens = [(await getAccessToken(service, this.login)).access_token];
  }

  uuids = (): readonly string[] => this.live;

  learn(request: FuzzRequest, reply: LightMyRequestResponse): void {
    const { operation } = request;
    if (reply.statusCode >= 300 || reply.headers['content-encoding'] !== undefined) return;
    // A cursor of views belongs to its reader, and the next pages are requested by the operator.
    if (operation.id !== 'listViews' || request.caller === OPERATOR) this.#learnLink(operation, reply);
    const change = reply.headers['change-id'];
    if (change !== undefined && operation.id !== 'deleteQuestion') remember(this.changes, String(change));
    if (reply.statusCode === 204) return;
    if (operation.id === 'createDraw') remember(this.draws, reply.json<{ id: string }>().id);
    if (operation.id === 'runAnalysis') remember(this.analyses, reply.json<{ id: string }>().id);
    if (operation.id === 'createDismissal' || operation.id === 'createRowDismissal')
      remember(this.dismissals, reply.json<{ id: string }>().id);
    if (operation.id === 'createWebhook') remember(this.webhooks, reply.json<{ id: string }>().id);
    if (operation.id === 'createView') remember(this.views, reply.json<{ id: string }>().id);
    if (operation.id === 'createAssignment') remember(this.assignments, reply.json<{ id: string }>().id);
    if (operation.id === 'createDataset') remember(this.datasets, reply.json<{ id: string }>().id);
    if (operation.id === 'createImport') remember(this.imports, reply.json<{ id: string }>().id);
    if (operation.id === 'createPerson') remember(this.people, reply.json<{ id: string }>().id);
    if (operation.id === 'createToken') remember(this.tokens, reply.json<{ id: string }>().id);
    if (operation.id === 'createClient') remember(this.clients, reply.json<{ client_id: string }>().client_id);
    if (operation.id === 'issueAccessToken')
      remember(this.accessTokens, reply.json<{ access_token: string }>().access_token);
    if (operation.id === 'deleteQuestion') this.#move(reply.json<{ id: string }>().id, this.live, this.deleted);
    if (operation.id === 'mergeQuestion') this.#learnMerge(request);
    if (operation.id === 'restoreQuestion') this.#move(reply.json<{ id: string }>().id, this.deleted, this.live);
    if (operation.id === 'createQuestions') {
      const created = reply.json<Created & { data?: Created[] }>();
      for (const { id, question } of created.data ?? [created]) {
        const known = id ?? question?.id;
        if (known !== undefined) remember(this.live, known);
      }
    }
  }

  #learnMerge({ payload }: FuzzRequest): void {
    const { other } = JSON.parse(String(payload).replace(/^\uFEFF/u, '')) as { other: string };
    this.#move(other.toLowerCase(), this.live, this.deleted);
  }

  #learnLink(operation: Operation, reply: LightMyRequestResponse): void {
    // A new question may have a link to its duplicate, which is not a page of a list.
    const url = /^<([^>]+)>; rel="next"/u.exec(String(reply.headers['link'] ?? ''))?.[1];
    if (url === undefined) return;
    remember(this.links, { operation, url });
    remember(this.cursors, new URLSearchParams(url.split('?')[1]).get('cursor') ?? '');
  }

  #move(id: string, from: string[], to: string[]): void {
    const index = from.indexOf(id);
    if (index !== -1 && from.length > 1) from.splice(index, 1);
    remember(to, id);
  }

  /**
   * Is called between batches: removes the oldest questions if there are too many, and everything else that would grow
   * forever.
   */
  async keepBounded(): Promise<void> {
    this.#batches += 1;
    if (this.#batches % BATCHES_BETWEEN_LOOKS !== 0) return;
    const { writes } = this.#service.deps.db;
    await foldQuestionCounts(writes); // a worker does this every second
    await writes.query('delete from people where id <> all($1::uuid[])', [this.people.slice(-20)]);
    await writes.query('delete from webhooks where id <> all($1::uuid[])', [this.webhooks.slice(-20)]);
    await writes.query('delete from views where id <> all($1::uuid[])', [this.views.slice(-20)]);
    const { rows } = await writes.query<{ count: string }>('select count(*) from questions');
    if (Number(rows[0]?.count) <= MAX_QUESTIONS) return;
    await writes.query(`
      with gone as (
        delete from questions
         where position < (select position from questions order by position desc offset ${MAX_QUESTIONS / 2} limit 1)
           and id <> '${this.untouched}'
        returning position, id),
      features as (delete from question_features using gone where question_features.position = gone.position),
      merges as (delete from question_merges using gone where question_merges.question_id = gone.id)
      delete from question_versions using gone where question_versions.question_id = gone.id`);
    await writes.query('delete from events; delete from idempotency_keys');
    await writes.query('delete from analyses where id <> all($1::uuid[])', [[...this.analyses, ...this.ended]]);
    await writes.query('delete from pgboss.job');
    await writes.query('delete from categories where name <> all($1::text[])', [this.categories]);
    await this.#service.deps.categories.refresh();
    await writes.query('delete from duplicate_dismissals where id <> all($1::uuid[])', [this.dismissals]);
    await writes.query(FORGOTTEN_CHANGES, [this.changes]);
    await writes.query('delete from change_chunks where change_id not in (select id from changes)');
    await writes.query('delete from datasets'); // their questions are deleted
    await writes.query('delete from bulk_changes where id <> all($1::uuid[])', [this.changes]);
    await writes.query('delete from bulk_members where bulk_id <> all($1::uuid[])', [this.changes]);
    await writes.query(`delete from jobs where kind = 'bulk.run' and id <> all($1::uuid[])`, [this.changes]);
    await writes.query(`delete from jobs where kind = 'import.run' and id <> all($1::uuid[])`, [this.imports]);
    await writes.query('delete from imports where id <> all($1::uuid[])', [this.imports]);
    await writes.query('delete from dismissals where id <> all($1::uuid[])', [this.dismissals]);
    await writes.query('delete from assignments where id <> all($1::uuid[])', [this.assignments]);
    await writes.query('delete from comments');
    await writes.query('delete from draws where id <> all($1::uuid[])', [this.draws]);
    const kept = [this.clients, this.login.client_id].flat();
    await writes.query('delete from oauth_clients where id <> all($1::uuid[])', [kept]);
    await writes.query(`delete from tokens where kind = 'api_key' and name <> 'limited' and id <> all($1::uuid[])`, [
      this.tokens,
    ]);
  }
}

/** Questions that no version, merge or request can refer to. */
const FORGOTTEN_CHANGES = `
  delete from changes
   where id <> all($1::uuid[])
     and not exists (select from questions where change_id = changes.id)
     and not exists (select from question_versions where change_id = changes.id)
     and not exists (select from question_merges where change_id = changes.id)`;

/** The newest entries of a list. */
function remember<Entry>(list: Entry[], entry: Entry): void {
  list.push(entry);
  if (list.length > MAX_REMEMBERED) list.shift();
}
