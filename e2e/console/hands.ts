import type { Locator, Page } from 'playwright-core';

/**
 * Acts like a person, and counts interactions: a click, a key or key combination, filling in a field, choosing a value
 * or a file.
 */
export class Hands {
  readonly done: string[] = [];
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }
  get count(): number {
    return this.done.length;
  }
  async click(target: Locator): Promise<void> {
    this.#note('click', target);
    await target.click();
  }
  async fill(target: Locator, text: string): Promise<void> {
    this.#note('fill', target);
    await target.fill(text);
  }
  async choose(target: Locator, value: string): Promise<void> {
    this.#note('choose', target);
    await target.selectOption(value);
  }
  async press(keys: string): Promise<void> {
    this.done.push(`press ${keys}`);
    await this.#page.keyboard.press(keys);
  }
  /**
   * Presses Enter once the dialog is ready. If the key were pressed before the button has the focus, the page would
   * receive it.
   */
  async confirm(): Promise<void> {
    await this.#page.locator('[role=dialog] [data-autofocus]:focus').waitFor();
    await this.press('Enter');
  }
  async open(address: string): Promise<void> {
    this.done.push('open the link');
    await this.#page.goto(address);
  }
  /** Clicks the button that opens the system's file dialog, and chooses a file. */
  async chooseFile(button: Locator, name: string, content: string | Buffer): Promise<void> {
    const chooser = this.#page.waitForEvent('filechooser');
    await this.click(button);
    this.done.push(`choose the file ${name}`);
    await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  }
  #note(what: string, target: Locator): void {
    this.done.push(`${what} ${String(target).replace(/^locator\(|\)$/gu, '')}`);
  }
}
