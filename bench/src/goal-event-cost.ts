import pg from 'pg';
import { uuidv7obj } from 'uuidv7';
import { CategoryCatalogue } from '../../server/src/domain/categories.ts';
import { prepareQuestion } from '../../server/src/domain/questions/prepared-question.ts';
import { completeDraft } from '../../server/src/domain/questions/question.ts';
import type { Executor } from '../../server/src/store/database/database.ts';
import { insertQuestions } from '../../server/src/store/questions/questions.ts';
import type { Context } from './context.ts';
import { treeMicros } from './cpu.ts';
import { postLoad } from './loads.ts';
import { startApi } from './processes.ts';
import { CATEGORIES, generateQuestions } from './question-generator.ts';
import { type Goal, median, sandwich } from './ratio.ts';

const CLIENTS = 8;
const TEMPLATES = 500;
/** The part of the statement that writes the event. */
const LOGGED = /,\s*logged as \(\s*insert into events [^)]*\) select 'question\.created'[^)]*\)/u;

/** The index of the change set ids among the values. Only the change sets' kind comes after them. */
const CHANGE_IDS = 23;

interface Statement {
  name: string;
  text: string;
  values: unknown[][];
}

/**
 * The statement that writes a question also writes its event. This measures what writing the event costs, per statement
 * and per POST.
 */
export const eventCostGoal: Goal = {
  id: 'event-cost',
  name: 'single insert with its event ÷ without',
  better: 'higher',
  floor: 0.9,
  reachable: 0.95,
  moonshot: 0.98,
  run: async (context) => {
    const statements = await readStatements();
    const clients = await openClients(context);
    const api = await startApi(context.databaseUrl);
    try {
      const post = await postLoad(32).prepare(context, api.origin);
      const costs = { with: [] as number[], without: [] as number[], post: [] as number[] };
      const insert = async (form: 'with' | 'without') => {
        const before = treeMicros(context.postmaster);
        const inserted = await insertFor(context.seconds, clients, statements, form);
        costs[form].push((treeMicros(context.postmaster) - before) / inserted);
        return { perSecond: inserted / context.seconds, requests: inserted };
      };
      const measured = await sandwich(
        context,
        process.pid,
        async () => (await insert('without')).perSecond,
        () => insert('with'),
      );
      for (let repetition = 0; repetition <= context.repetitions; repetition += 1) {
        const before = treeMicros(api.pid) + treeMicros(context.postmaster);
        const { requests } = await post();
        const cost = (treeMicros(api.pid) + treeMicros(context.postmaster) - before) / requests;
        if (repetition > 0) costs.post.push(cost); // the first one is the warm-up
      }
      const event = median(costs.with) - median(costs.without);
      const share = `${event.toFixed(1)} µs of PostgreSQL of the ${median(costs.post).toFixed(0)} µs of a POST: ${((event / median(costs.post)) * 100).toFixed(1)}%`;
      return { ...measured, ours: `${measured.ours} (${share})` };
    } finally {
      await api.stop();
      await Promise.all(clients.map((client) => client.end()));
    }
  },
};

/** Records the statements that the service would send to insert single questions. */
async function readStatements(): Promise<Statement[]> {
  const categories = new CategoryCatalogue(CATEGORIES.map((name, index) => ({ id: index + 1, name })));
  const statements: Statement[] = [];
  const recorder = { query: async (statement: Statement) => void statements.push(statement) } as unknown as Executor;
  const questions = generateQuestions(77);
  for (let made = 0; made < TEMPLATES; made += 1) {
    const id = uuidv7obj();
    const created = new Date(Number.parseInt(id.toHex().slice(0, 12), 16));
    const content = completeDraft(questions.next().value, (name) => name);
    const question = { ...content, id: id.toString(), version: 1, created_at: created, updated_at: created };
    const prepared = prepareQuestion({ ...question, updated_by: 'bench' });
    await insertQuestions(recorder, [{ ...prepared, change_id: id.toString() }], categories, 'create');
  }
  return statements;
}

async function openClients({ databaseUrl }: Context): Promise<pg.Client[]> {
  const clients = Array.from({ length: CLIENTS }, () => new pg.Client({ connectionString: databaseUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  return clients;
}

/** Inserts as many rows as the clients can in the given time, each in its own transaction. */
async function insertFor(
  seconds: number,
  clients: readonly pg.Client[],
  statements: readonly Statement[],
  form: 'with' | 'without',
): Promise<number> {
  const [{ text }] = statements as [Statement];
  const chosen = form === 'with' ? text : text.replace(LOGGED, '');
  if ((chosen !== text) !== (form === 'without')) throw new Error('the part that writes the event was not found');
  const endsAt = performance.now() + seconds * 1000;
  let inserted = 0;
  const insert = async (client: pg.Client) => {
    while (performance.now() < endsAt) {
      const values = [...(statements[inserted % statements.length]?.values ?? [])];
      values[0] = [uuidv7obj().toString()];
      values[CHANGE_IDS] = [uuidv7obj().toString()];
      inserted += 1;
      await client.query({ name: form, text: chosen, values });
    }
  };
  await Promise.all(clients.map(insert));
  return inserted;
}
