import type { Deps } from '../../../deps.ts';
import { drawSkip, drawStart, START_WINDOW } from '../../../domain/draws.ts';
import { bytesOf, MAX_PAGE_BYTES, requireWholePage } from '../../../domain/http/page-budget.ts';
import { filterCells } from '../../../domain/questions/cells.ts';
import { isCellFilter, type QuestionFilter } from '../../../domain/questions/filter.ts';
import type { Executor } from '../../../store/database/database.ts';
import { drawAfter, drawQuestions, listDrawKeys, type Stretch } from '../../../store/questions/draws.ts';

export interface RandomDraw {
  seed: string;
  count: number;
  exclude: readonly string[];
  /** Provides the connection on which such a draw is read. */
  read: <Result>(work: (db: Executor) => Promise<Result>) => Promise<Result>;
}

/** Up to this many questions are drawn on the shared connection, because they have at most 4 MB. */
const USUAL_COUNT = 20;

/**
 * Random questions, determined by the seed: read straight ahead if the rest of the ring suffices, otherwise around it.
 */
export async function drawBodies(deps: Deps, filter: QuestionFilter, draw: RandomDraw): Promise<string[]> {
  return (await drawAhead(deps, filter, draw)) ?? (await drawAround(deps, filter, draw));
}

async function drawAhead(
  deps: Deps,
  filter: QuestionFilter,
  { seed, count, exclude }: RandomDraw,
): Promise<string[] | undefined> {
  if (!isCellFilter(filter) || exclude.length > 0 || count > USUAL_COUNT) return undefined;
  const cells = filterCells(filter, deps.categories.current);
  const bodies = await drawAfter(deps.db.lists.hot, cells, { from: drawStart(seed), skip: drawSkip(seed), count });
  return bodies.length === count ? bodies : undefined;
}

async function drawAround(
  { categories: { current } }: Deps,
  filter: QuestionFilter,
  { seed, count, exclude, read }: RandomDraw,
): Promise<string[]> {
  const place = drawStart(seed);
  return read(async (db) => {
    const window = await takeAround(place, START_WINDOW, (stretch, limit) =>
      listDrawKeys(db, filter, current, stretch, limit, exclude),
    );
    const start = window[drawSkip(seed) % window.length] ?? place;
    let maxBytes = MAX_PAGE_BYTES;
    const drawn = await takeAround(start, count, async (stretch, limit) => {
      const rows = await drawQuestions(db, filter, current, stretch, { limit, maxBytes, exclude });
      maxBytes -= bytesOf(rows);
      return rows;
    });
    return requireWholePage(drawn, 'count').map(({ body }) => body);
  });
}

/** At most once around the ring: from the start to its end, then from its beginning up to the start. */
async function takeAround<Item>(
  start: bigint,
  count: number,
  take: (stretch: Stretch, limit: number) => Promise<Item[]>,
): Promise<Item[]> {
  const taken = await take({ from: start }, count);
  if (taken.length === count) return taken;
  return [...taken, ...(await take({ before: start }, count - taken.length))];
}
