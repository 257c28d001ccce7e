import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * The maximum number of Tab stops between two elements that people use in sequence. The longest way is that through the
 * settings of a file of five columns.
 */
const MAX_STOPS = 18;

/** A page that is used only by keyboard. Using a pointer makes the test fail. */
export interface Keys {
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses Tab, or Shift Tab with `back`, until the target has the focus. Checks the focus ring at every stop. */
  reach(target: Locator, way?: { back?: boolean }): Promise<void>;
  /** Moves the focus to the target and presses Enter. */
  activate(target: Locator, way?: { back?: boolean }): Promise<void>;
  /** Opens a page with the palette. */
  goTo(name: string): Promise<void>;
  /** The number of keys and stops so far. */
  count(): { keys: number; stops: number };
  /** The pointer events so far. */
  touched(): Promise<string[]>;
}

const STORE = 'touched';

export async function useKeys(page: Page): Promise<Keys> {
  await page.addInitScript((store) => {
    const note = (event: Event) => {
      const { type: kind, detail, movementX, movementY } = event as MouseEvent;
      // Enter and Space on a button also cause a click, and a page that moves under a resting pointer causes move
      // events.
      const isNone = kind === 'click' ? detail === 0 : kind.endsWith('move') && movementX === 0 && movementY === 0;
      if (!event.isTrusted || isNone) return;
      const noted = JSON.parse(sessionStorage.getItem(store) ?? '[]') as string[];
      sessionStorage.setItem(
        store,
        JSON.stringify([...noted, `${event.type} on ${(event.target as Element).tagName}`]),
      );
    };
    const pointer = ['mousedown', 'mouseup', 'mousemove', 'pointerdown', 'pointerup', 'pointermove', 'touchstart'];
    for (const type of [...pointer, 'click', 'dblclick', 'wheel', 'contextmenu'])
      addEventListener(type, note, { capture: true, passive: true });
  }, STORE);
  let [keys, stops] = [0, 0];
  const press = async (...all: string[]) => {
    for (const key of all) await page.keyboard.press(key);
    keys += all.length;
  };
  const type = async (text: string) => {
    await page.keyboard.insertText(text);
    keys += 1;
  };
  const reach = async (target: Locator, { back = false } = {}) => {
    await target.first().waitFor();
    const seen: string[] = [];
    const focused = target.and(page.locator(':focus'));
    for (let count = 0; (await focused.count()) === 0; count += 1) {
      expect(count, `stops on the way to ${target.toString()}: ${seen.join(', ')}`).toBeLessThan(MAX_STOPS);
      await press(back ? 'Shift+Tab' : 'Tab');
      stops += 1;
      seen.push(await expectRing(page));
    }
  };
  const activate = async (target: Locator, way = {}) => {
    await reach(target, way);
    await press('Enter');
  };
  return {
    ...{ press, type, reach, activate },
    goTo: async (name) => {
      await press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Command palette' });
      await palette.locator('input:focus').waitFor();
      // Matching questions arrive a moment later and are listed before the pages.
      await Promise.all([page.waitForResponse((reply) => reply.url().includes('q=')), type(name)]);
      const wanted = palette.locator('[data-selected]').getByText(name, { exact: true });
      while ((await wanted.count()) === 0) await press('ArrowDown');
      await press('Enter');
      await palette.waitFor({ state: 'detached' });
    },
    count: () => ({ keys, stops }),
    touched: () => page.evaluate((store) => JSON.parse(sessionStorage.getItem(store) ?? '[]') as string[], STORE),
  };
}

/** A3: the focused element is visible and has a ring, either its own or that of its label. Returns its name. */
async function expectRing(page: Page): Promise<string> {
  const stop = await page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const name = (element.getAttribute('aria-label') ?? element.innerText ?? element.id).slice(0, 40);
    if (element === document.body) return { name: '(nothing)', hasRing: true };
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return { name, hasRing: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 };
  });
  expect(stop, page.url()).toMatchObject({ hasRing: true });
  return stop.name;
}
