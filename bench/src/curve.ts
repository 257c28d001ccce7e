import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Context, sampleIds, writeLines } from './context.ts';
import { type Panel, plotPanels } from './plot.ts';
import { startApi } from './processes.ts';
import { CATEGORIES } from './question-generator.ts';
import { median } from './ratio.ts';
import { saveResults } from './report.ts';
import { wrk } from './wrk.ts';

export const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
const PASSES = 2;
const PLOT = path.resolve(import.meta.dirname, '..', '..', 'docs', 'explanation', 'curve.svg');

/** The values from which the URLs of the reads are built. */
interface Bank {
  count: number;
  ids: string[];
  halfway: string;
  drawId: string;
}

interface Read {
  name: string;
  requests(bank: Bank): string[];
  /** The URL to send the bodies to, if the read is a POST. */
  post?(bank: Bank): string;
}

const cells = (suffix = '') =>
  CATEGORIES.map((category) => `/questions?category=${encodeURIComponent(category)}&difficulty=1${suffix}`);
const same =
  (address: string): Read['requests'] =>
  () => [address];

/** Every read of the API, with every filter and order that it accepts. */
const READS: Read[] = [
  { name: 'get one', requests: ({ ids }) => ids.map((id) => `/questions/${id}`) },
  { name: 'versions of one', requests: ({ ids }) => ids.map((id) => `/questions/${id}/versions`) },
  {
    name: 'check an answer',
    post: ({ ids }) => `/questions/${ids[0]}/check`,
    requests: same('{"answer":"1492"}'),
  },
  { name: 'list', requests: same('/questions') },
  { name: 'list, category and level', requests: () => cells() },
  { name: 'list, category', requests: same('/questions?category=Science') },
  { name: 'list, level', requests: same('/questions?difficulty=2') },
  { name: 'list, drafts', requests: same('/questions?status=draft') },
  { name: 'list, newest first', requests: () => cells('&sort=-created_at') },
  { name: 'list, by level', requests: same('/questions?sort=difficulty') },
  { name: 'list, by category', requests: same('/questions?sort=-category') },
  { name: 'list, by change', requests: same('/questions?sort=-updated_at') },
  { name: 'list, cell by change', requests: () => cells('&sort=-updated_at') },
  { name: 'list, two fields', requests: () => cells('&fields=id,question_text') },
  { name: 'list at offset 1,000', requests: same('/questions?offset=1000') },
  { name: 'list halfway, by offset', requests: ({ count }) => [`/questions?offset=${count / 2}`] },
  { name: 'list halfway, one cell', requests: ({ count }) => cells(`&offset=${Math.floor(count / 36)}`) },
  { name: 'list, topic', requests: same('/questions?topic_focus=River%20facts') },
  { name: 'list, topic and category', requests: same('/questions?topic_focus=River%20facts&category=Science') },
  { name: 'list, common tag', requests: same('/questions?tag=common') },
  { name: 'list, rare tag', requests: same('/questions?tag=rare') },
  { name: 'list, language', requests: same('/questions?language=fr') },
  { name: 'list, external id', requests: same('/questions?external_id=curve-7') },
  { name: 'list, twenty ids', requests: ({ ids }) => [`/questions?ids=${ids.slice(0, 20).join(',')}`] },
  { name: 'list, created after', requests: ({ halfway }) => [`/questions?created_after=${halfway}`] },
  { name: 'list, updated after', requests: ({ halfway }) => [`/questions?updated_after=${halfway}`] },
  { name: 'search, common word', requests: same('/questions?q=river') },
  { name: 'search, rare words', requests: same('/questions?q=Umarov%20volcano%201321') },
  { name: 'facets', requests: same('/questions/facets') },
  { name: 'facets, category', requests: same('/questions/facets?category=Science') },
  { name: 'facets, topic', requests: same('/questions/facets?topic_focus=River%20facts') },
  { name: 'random, cell', requests: () => cells('&count=10').map((url) => url.replace('?', '/random?')) },
  { name: 'random', requests: same('/questions/random?count=10') },
  { name: 'random, topic', requests: same('/questions/random?count=10&topic_focus=River%20facts') },
  { name: 'random, tag', requests: same('/questions/random?count=10&tag=common') },
  { name: 'a draw', requests: ({ drawId }) => [`/draws/${drawId}`] },
  { name: 'next of a draw', post: ({ drawId }) => `/draws/${drawId}/next`, requests: same('{"count":1}') },
  { name: 'categories', requests: same('/categories') },
];

export interface CurvePoint {
  read: string;
  rows: number;
  p50_ms: number;
}

/** Measures every read's p50 for one caller, with the response cache off. */
export async function measureReads(context: Context, say: (line: string) => void): Promise<CurvePoint[]> {
  const api = await startApi(context.databaseUrl, { RESPONSE_CACHE_MB: '0' });
  const bank = await prepareBank(context, api.origin);
  const seen = new Map(READS.map((read) => [read, [] as number[]]));
  // Each pass measures all reads, so that a burst of other load affects one value of each read, not all values of one.
  for (let pass = 0; pass <= PASSES; pass += 1) {
    for (const read of READS) {
      const p50 = await measureRead(context, api.origin, bank, read);
      if (pass > 0) seen.get(read)?.push(p50); // the first pass is the warm-up
    }
  }
  await api.stop();
  return [...seen].map(([read, values]) => {
    say(`${String(context.count).padStart(9)}  ${read.name.padEnd(28)} ${median(values).toFixed(3)} ms`);
    return { read: read.name, rows: context.count, p50_ms: median(values) };
  });
}

async function measureRead(context: Context, origin: string, bank: Bank, read: Read): Promise<number> {
  const file = writeLines(context, 'read', read.requests(bank));
  const target = read.post?.(bank);
  const { p50Ms, failed } = await wrk({
    url: origin,
    connections: 1,
    seconds: 1,
    script: target === undefined ? 'urls' : 'post',
    args: target === undefined ? [file] : [file, target],
  });
  if (failed > 0) throw new Error(`${read.name}: ${failed} requests failed at ${context.count} rows`);
  return p50Ms;
}

/** Adds questions that the generator does not make: drafts, another language, external ids. */
async function prepareBank(context: Context, origin: string): Promise<Bank> {
  const drafts = Array.from({ length: 60 }, (_, index) => ({
    question_text: `Quelle est la ville numéro ${index}?`,
    correct_answer: 'Lyon',
    category: 'Geography',
    difficulty: index % 3,
    language: 'fr',
    external_id: `curve-${index}`,
    status: index % 2 === 0 ? 'draft' : 'ready',
  }));
  await post(`${origin}/questions`, drafts); // 409 when they already exist
  const draw = (await (await post(`${origin}/draws`, { seed: 'curve' })).json()) as { id: string };
  const { rows } = await context.db.query<{ created_at: Date }>(
    `select created_at from questions where status = 'ready' and deleted_at is null and position >= $1 order by position limit 1`,
    [Math.floor(context.count / 2)],
  );
  return {
    count: context.count,
    ids: await sampleIds(context, 200),
    halfway: encodeURIComponent(rows[0]?.created_at.toISOString() ?? ''),
    drawId: draw.id,
  };
}

function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Draws one panel per read. The dashed line at twice the first value is the limit for its growth. */
export function saveCurve(points: readonly CurvePoint[]): void {
  const panels: Panel[] = READS.map(({ name }) => ({
    title: name,
    values: points.filter(({ read }) => read === name).map(({ p50_ms }) => p50_ms),
  }));
  mkdirSync(path.dirname(PLOT), { recursive: true });
  writeFileSync(PLOT, plotPanels('p50 of every read, in ms, one caller', ['10 k', '100 k', '1 M', '10 M'], panels));
  saveResults({ points }, 'curve');
}
