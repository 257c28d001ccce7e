import { setTimeout as wait } from 'node:timers/promises';
import { CATEGORIES } from '../question-generator.ts';
import { hostileText } from './texts.ts';
import type { Known } from './values.ts';

/** The data that attackers write to a bank before they read from it. */
const LARGE_QUESTIONS = 1200;
const TOPICS = 20_000;
const BATCH_SIZE = 200;
const ANALYSIS_TYPES = ['coverage', 'text_statistics', 'item_flaws', 'duplicates', 'topics', 'difficulty_check'];
const ANALYSIS_LIMIT_MS = 180_000;

/** Creates large questions, many topics and an analysis of every type, and returns the ids and names for requests. */
export async function fillBank(origin: string, token: string, say: (line: string) => void): Promise<Known> {
  const large = await create(origin, token, LARGE_QUESTIONS, largeQuestion);
  const small = await create(origin, token, TOPICS, (index) => ({
    ...smallQuestion(index),
    topic_focus: `topic ${index}`,
  }));
  say(`${large.length} large questions, ${small.length} topics`);
  const plots: { id: string; plot: string }[] = [];
  const analyses: string[] = [];
  for (const analysis_type of ANALYSIS_TYPES) {
    const { id, result } = await analyse(origin, token, { analysis_type, filter: {}, parameters: {} });
    analyses.push(id);
    plots.push(...(result?.plots ?? []).map(({ id: plot }) => ({ id, plot })));
    say(`${analysis_type}: ${result === null ? 'no result' : `${result.plots.length} plots`}`);
  }
  const draw = await call<{ id: string }>(origin, token, '/draws', { filter: {} });
  return {
    categories: CATEGORIES,
    ids: { questions: [...large.slice(0, 200), ...small.slice(0, 800)], analysis: analyses, draws: [draw.id] },
    plots,
    untouched: small.slice(-500),
  };
}

function smallQuestion(index: number): object {
  return {
    question_text: `How many stones has heap ${index}?`,
    correct_answer: String(index),
    category: CATEGORIES[index % CATEGORIES.length],
    difficulty: index % 3,
  };
}

/** Generates a question that is as large as the API allows. Each question uses a different kind of text. */
function largeQuestion(index: number): object {
  const text = (length: number) => hostileText(0.2 + ((index * 0.037) % 0.75), length - 8).trim() || 'x';
  const list = (count: number, length: number) =>
    Array.from({ length: count }, (_, item) => `${item} ${text(length).slice(0, length - 4)}`);
  return {
    ...smallQuestion(index),
    question_text: `${index} ${text(3900)}`,
    correct_answer: text(900),
    explanation: text(3900),
    accepted_answers: list(10, 400),
    incorrect_answers: list(10, 400),
    tags: list(20, 40),
  };
}

/** Uses lenient handling, so that questions that this release rejects, e.g. for too many marks, are skipped. */
async function create(
  origin: string,
  token: string,
  count: number,
  make: (index: number) => object,
): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const questions = Array.from({ length: Math.min(BATCH_SIZE, count - from) }, (_, index) => make(from + index));
    const { data } = await call<{ data: { question?: { id: string } }[] }>(origin, token, '/questions', questions);
    ids.push(...data.flatMap(({ question }) => (question === undefined ? [] : [question.id])));
  }
  if (ids.length === 0) throw new Error('no question was created');
  return ids;
}

interface Run {
  id: string;
  status: string;
  result: { plots: { id: string }[] } | null;
}

async function analyse(origin: string, token: string, body: object): Promise<Run> {
  let run = await call<Run>(origin, token, '/analysis/run', body);
  const until = performance.now() + ANALYSIS_LIMIT_MS;
  while (['queued', 'running'].includes(run.status) && performance.now() < until) {
    await wait(250);
    run = await call<Run>(origin, token, `/analysis/${run.id}`);
  }
  return run;
}

async function call<Body>(origin: string, token: string, path: string, body?: object): Promise<Body> {
  const reply = await fetch(`${origin}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'handling=lenient' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${(await reply.text()).slice(0, 500)}`);
  return (await reply.json()) as Body;
}
