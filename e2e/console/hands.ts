import type { Locator, Page } from 'playwright-core';

/** Does what a person does, and counts it: a click, a key or chord, a field filled, a value or a file chosen. */
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
  /** Enter, once the dialog listens: a key that comes before its button has the focus goes to the page behind it. */
  async confirm(): Promise<void> {
    await this.#page.locator('[role=dialog] [data-autofocus]:focus').waitFor();
    await this.press('Enter');
  }
  async open(address: string): Promise<void> {
    this.done.push('open the link');
    await this.#page.goto(address);
  }
  /** The click that opens the dialogue of the system, and the choice there. */
  async chooseFile(button: Locator, name: string, content: string): Promise<void> {
    const chooser = this.#page.waitForEvent('filechooser');
    await this.click(button);
    this.done.push(`choose the file ${name}`);
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  }
  #note(what: string, target: Locator): void {
    this.done.push(`${what} ${String(target).replace(/^locator\(|\)$/gu, '')}`);
  }
}
