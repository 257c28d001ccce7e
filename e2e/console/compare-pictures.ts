import type { Page } from 'playwright-core';

/** A heading, table or control, with its position. */
export interface Box {
  name: string;
  place: [x: number, y: number, width: number, height: number];
}

/**
 * Returns the share of pixels that differ by more than antialiasing. If the sizes differ, all pixels count as
 * different.
 */
export async function shareOfDifferentPoints(page: Page, one: Buffer, other: Buffer): Promise<number> {
  await page.goto('about:blank');
  return page.evaluate(
    async (pictures) => {
      const [first, second] = await Promise.all(
        pictures.map(async (base64) => {
          const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
          context?.drawImage(bitmap, 0, 0);
          return context?.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      if (first === undefined || second === undefined) throw new Error('no canvas');
      if (first.width !== second.width || first.height !== second.height) return 1;
      let different = 0;
      for (let at = 0; at < first.data.length; at += 4) {
        const furthest = Math.max(
          ...[0, 1, 2].map((channel) => Math.abs((first.data[at + channel] ?? 0) - (second.data[at + channel] ?? 0))),
        );
        if (furthest > 24) different += 1;
      }
      return different / (first.width * first.height);
    },
    [one.toString('base64'), other.toString('base64')],
  );
}

/** Returns the widths of texts in this machine's fonts, on which the pictures depend. */
export function measureFonts(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    const families = ['sans-serif', 'serif', 'monospace', 'system-ui'];
    return Object.fromEntries(
      families.map((family) => {
        if (context !== null) context.font = `40px ${family}`;
        return [
          family,
          Math.round((context?.measureText('Which planet is closest to the Sun? 0123').width ?? 0) * 10) / 10,
        ];
      }),
    );
  });
}

export function readBoxes(page: Page): Promise<Box[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('h1, h2, h3, table, button, a.button, nav a')].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const isInSight = width > 1 && height > 1 && y < innerHeight && y + height > 0 && element.checkVisibility();
      const [text = ''] = (element.getAttribute('aria-label') ?? element.innerText).trim().split('\n');
      const name = `${element.localName} ${text.slice(0, 40).replace(/ \([\da-f]{6}\)$/u, '')}`; // without ids of changes
      return isInSight ? [{ name, place: [x, y, width, height].map(Math.round) as Box['place'] }] : [];
    }),
  );
}

/** Replaces times, ids, durations and addresses with fixed values, because they differ between runs. */
export function freeze(page: Page): Promise<void> {
  return page.evaluate(() => {
    const rules: [RegExp, string][] = [
      [/127\.0\.0\.1:\d+/gu, '127.0.0.1:8080'],
      [/\b\d{1,2} [A-Z][a-z]+ \d{4}(?:,? (?:at )?\d{2}:\d{2})?/gu, '1 January 2026'],
      [/\b[\d.,]+ (?:ms|s|seconds?|minutes?|min)\b/gu, '1 s'],
      [/\b[\da-f]{8}-[\da-f-]{27}\b/gu, '019a8f00-0000-7000-8000-000000000000'],
    ];
    for (const time of document.querySelectorAll('time')) time.textContent = '12:00';
    for (const id of document.querySelectorAll('code[title]')) id.textContent = '000000';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      const frozen = rules.reduce((now, [pattern, instead]) => now.replace(pattern, instead), text);
      if (frozen !== text) node.textContent = frozen;
    }
  });
}
