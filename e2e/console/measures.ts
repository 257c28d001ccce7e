import type { CDPSession, Page } from 'playwright-core';

/** Emulates an older phone, with a processor four times slower, 9 Mbit/s and a round trip of 60 ms. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 60,
    downloadThroughput: 9_000_000 / 8,
    uploadThroughput: 9_000_000 / 8,
  });
  return devtools;
}

export interface Paints {
  first: number;
  largest: number;
  /** The layout shift score, which has no unit. */
  shift: number;
}

/** Times are in seconds since the navigation. */
export async function readPaints(page: Page): Promise<Paints> {
  return page.evaluate(async () => {
    const read = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect();
          resolve(list.getEntries());
        });
        observer.observe({ type, buffered: true });
        setTimeout(() => resolve([]), 500); // no entries of this type exist
      });
    const [paints, largest, shifts] = await Promise.all(
      ['paint', 'largest-contentful-paint', 'layout-shift'].map(read),
    );
    const moved = (shifts ?? []) as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
    return {
      first: (paints?.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN) / 1000,
      largest: (largest?.at(-1)?.startTime ?? Number.NaN) / 1000,
      shift: moved.reduce((sum, one) => sum + (one.hadRecentInput ? 0 : one.value), 0),
    };
  });
}

/** Starts to measure how long each key press and click takes until its effect is painted. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const taken: number[] = [];
    Object.assign(globalThis, { taken });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) taken.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** The longest interaction since the last call, in seconds. Interactions shorter than a frame are not reported. */
export async function longestInteraction(page: Page): Promise<number> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  return page.evaluate(() => {
    const { taken } = globalThis as unknown as { taken: number[] };
    const longest = Math.max(0.016, ...taken.map((ms) => ms / 1000));
    taken.length = 0;
    return longest;
  });
}

/** Times are in seconds since the last key press. */
export interface Found {
  asked: number;
  replied: number;
  /** The frame that shows the rows. */
  shown: number;
}

export async function typeAndWait(page: Page, word: string): Promise<Found> {
  const box = page.getByLabel('Search questions', { exact: true });
  await box.fill('');
  await page.waitForURL((url) => !url.searchParams.has('q'));
  await page.locator('[data-stale]').waitFor({ state: 'detached' });
  await box.focus();
  const waiting = page.evaluate(async (wanted) => {
    let lastKey = 0;
    const note = (event: Event) => {
      lastKey = event.timeStamp;
    };
    addEventListener('keydown', note, true);
    const request = () =>
      performance
        .getEntriesByType('resource')
        .find(({ name, duration }) => name.includes(`q=${wanted}&`) && name.includes('limit=100') && duration > 0);
    const isThere = () =>
      request() !== undefined &&
      document.querySelector('[data-stale]') === null &&
      document.querySelector('tr[data-index]') !== null;
    while (!isThere()) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    removeEventListener('keydown', note, true);
    const now = performance.now();
    const { startTime = now, duration = 0 } = request() ?? {};
    const since = (time: number) => (time - lastKey) / 1000;
    return { asked: since(startTime), replied: since(startTime + duration), shown: since(now) };
  }, word);
  await page.keyboard.type(word, { delay: 50 });
  return waiting;
}

export interface Scrolled {
  frames: number[];
  longestBlank: number;
  mostRows: number;
  lastRow: number;
}

/**
 * Scrolls by this many pixels per frame until a row is visible. Records the duration of each frame (ms) and whether it
 * had rows.
 */
export async function scrollTo(page: Page, row: number, step: number): Promise<Scrolled> {
  return page.evaluate(
    async ({ target, pixels }) => {
      const scroller = document.querySelector('table')?.parentElement;
      if (scroller === null || scroller === undefined) throw new Error('There is no list.');
      const result = { frames: [] as number[], longestBlank: 0, mostRows: 0, lastRow: 0 };
      let blank = 0;
      let last = performance.now();
      const { left, top, height } = scroller.getBoundingClientRect();
      while (result.lastRow < target) {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        const isBlank = [0.2, 0.5, 0.9].some(
          (share) => document.elementFromPoint(left + 200, top + height * share)?.closest('tr[data-index]') == null,
        );
        blank = isBlank ? blank + now - last : 0;
        result.frames.push(now - last);
        result.longestBlank = Math.max(result.longestBlank, blank);
        last = now;
        const rows = document.querySelectorAll<HTMLElement>('tr[data-index]');
        result.mostRows = Math.max(result.mostRows, rows.length);
        result.lastRow = Number(rows[rows.length - 1]?.dataset['index'] ?? 0);
        scroller.scrollTop += pixels;
      }
      return result;
    },
    { target: row, pixels: step },
  );
}

/** The size of the JavaScript heap in bytes, after a garbage collection. */
export async function readHeap(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}
