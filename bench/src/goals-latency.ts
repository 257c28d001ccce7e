import { questionFeatures } from '../../server/src/domain/questions/features.ts';
import { Pipeline } from '../../server/src/store/database/pipeline.ts';
import { countCommonKeys, listNearDuplicates } from '../../server/src/store/duplicates/near-duplicates.ts';
import { listQuestionBodies } from '../../server/src/store/questions/bodies.ts';
import { countCellSet, findPageText } from '../../server/src/store/questions/page-text.ts';
import { type Context, sampleIds, writeLines } from './context.ts';
import { startApi } from './processes.ts';
import { type Goal, type Measurement, median, timeRatio } from './ratio.ts';
import { wrk } from './wrk.ts';

const LIMITS = { applicationName: 'quaestor bench', statementTimeoutMs: 5000 };
const FIRST_PAGE = '/questions?category=Science&difficulty=1';

/** Measures the p50 for one caller over HTTP, in milliseconds, with every reply read from the database. */
function overHttp(path: (context: Context) => string, yardstick = FIRST_PAGE) {
  return async (context: Context): Promise<Measurement> => {
    const api = await startApi(context.databaseUrl, { RESPONSE_CACHE_MB: '0' });
    const p50 = async (url: string) =>
      (
        await wrk({
          url: api.origin,
          connections: 1,
          seconds: context.seconds,
          script: 'urls',
          args: [writeLines(context, 'one', [url])],
        })
      ).p50Ms;
    try {
      return await timeRatio(
        context,
        () => p50(yardstick),
        () => p50(path(context)),
      );
    } finally {
      await api.stop();
    }
  };
}

/** Measures a statement's p50 on one connection, in milliseconds. */
async function p50Of(work: (round: number) => Promise<unknown>, rounds = 400): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await work(round);
    times.push(performance.now() - started);
  }
  return median(times);
}

const cell = { cells: [{ status: 'ready', category_id: 5, difficulty: 1 } as const] };

const deepFiltered: Goal = {
  id: '6',
  name: 'page at offset 500 k of one cell ÷ first page',
  better: 'lower',
  floor: 10,
  reachable: 10,
  moonshot: 3,
  run: overHttp((context) => `${FIRST_PAGE}&offset=${Math.min(500_000, Math.floor(context.count / 18 / 1.2))}`),
};

const deepWhole: Goal = {
  id: '7',
  name: 'plain OFFSET in the middle of the bank ÷ our page there',
  better: 'higher',
  floor: 300,
  reachable: 300,
  moonshot: 1000,
  run: async (context) => {
    const offset = Math.floor(context.count / 2);
    const ours = await overHttp(() => `/questions?offset=${offset}`)(context);
    const plain: number[] = [];
    for (let repetition = 0; repetition < context.repetitions; repetition += 1) {
      plain.push(
        await p50Of(
          () =>
            context.db.query(
              `select body from questions where status = 'ready' and deleted_at is null order by position limit 20 offset ${offset}`,
            ),
          1,
        ),
      );
    }
    const page = Number.parseFloat(ours.ours);
    return { ratios: plain.map((time) => time / page), ours: ours.ours, bare: `${median(plain).toPrecision(3)} ms` };
  },
};

const total: Goal = {
  id: '8',
  name: 'exact total ÷ first page',
  better: 'lower',
  floor: 2,
  reachable: 2,
  moonshot: 0.5,
  run: async (context) => {
    const hot = new Pipeline(context.databaseUrl, LIMITS, () => {});
    const page = () => p50Of(() => findPageText(hot, cell, { limit: 20, descending: false }));
    const count = () => p50Of(() => countCellSet(hot, cell));
    await page();
    const measured = await timeRatio(context, page, count);
    await hot.end();
    return measured;
  },
};

const draw: Goal = {
  id: '10',
  name: 'draw of 20 ÷ first page',
  better: 'lower',
  floor: 2.5,
  reachable: 2.5,
  moonshot: 1.5,
  run: overHttp(() => '/questions/random?category=Science&difficulty=1&count=20'),
};

const nearDuplicates: Goal = {
  id: '12',
  name: 'near-duplicate look-up ÷ get by id',
  better: 'lower',
  floor: 6,
  reachable: 6,
  moonshot: 3,
  run: async (context) => {
    const hot = new Pipeline(context.databaseUrl, LIMITS, () => {});
    const ids = await sampleIds(context, 400);
    const bodies = await listQuestionBodies(hot, ids);
    const features = bodies.map((found) => questionFeatures(JSON.parse(found?.body ?? '{}') as never));
    const common = await countCommonKeys(context.db);
    const measured = await timeRatio(
      context,
      () => p50Of((round) => listQuestionBodies(hot, [ids[round % ids.length] ?? ''])),
      () =>
        p50Of((round) =>
          listNearDuplicates(
            hot,
            features[round % features.length] ?? { text_hash: 0n, likeness_keys: new Int32Array() },
            common,
          ),
        ),
    );
    await hot.end();
    return measured;
  },
};

/** Measures the p95 of word searches by one caller in milliseconds. The goal is a time, not a ratio. */
const search = (id: string, name: string, words: readonly string[]): Goal => ({
  id,
  name,
  better: 'lower',
  floor: 50,
  reachable: 50,
  moonshot: 20,
  run: async (context) => {
    const api = await startApi(context.databaseUrl, { RESPONSE_CACHE_MB: '0' });
    const times: number[] = [];
    for (let round = 0; round < 40 * context.repetitions; round += 1) {
      const started = performance.now();
      await (
        await fetch(`${api.origin}/questions?q=${encodeURIComponent(words[round % words.length] ?? '')}`)
      ).arrayBuffer();
      if (round >= words.length) times.push(performance.now() - started);
    }
    await api.stop();
    const p95 = times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.95)] ?? 0;
    return { ratios: [p95], ours: `${p95.toPrecision(3)} ms`, bare: '' };
  },
});

export const latencyGoals: Goal[] = [
  deepFiltered,
  deepWhole,
  total,
  draw,
  nearDuplicates,
  search('q-common', 'q search of a common word, p95 in ms', ['river', 'Norway', 'discovered', 'journey', 'planet']),
  search('q-rare', 'q search of a rare word, p95 in ms', [
    'Castellane-Wexler 1492',
    'Aldana-Thorne glacier 1777',
    '1321 Umarov volcano',
    'zebra',
  ]),
];
