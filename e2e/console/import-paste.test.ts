import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startBrowser } from './browser.ts';
import { Hands } from './hands.ts';
import { sharedPlace } from './shared-place.ts';

const QUESTIONS = 50;
const MAX_INTERACTIONS = 20;

const stage = startBrowser();

/** All questions as the service exports them. */
async function exportBank(): Promise<string> {
  const reply = await fetch(`${sharedPlace().origin}/questions/export?status=draft&status=ready`, {
    headers: { authorization: sharedPlace().authorization },
  });
  expect(reply.status).toBe(200);
  return reply.text();
}

interface Written {
  text: string;
  right: string;
  wrong: string[];
}

const written = (topic: string): Written[] =>
  Array.from({ length: QUESTIONS }, (_, index) => ({
    text: `Which weight has stone ${index + 1} of ${topic}?`,
    right: `${index + 100} kg`,
    wrong: [`${index + 200} kg`, `${index + 300} kg`, `${index + 400} kg`],
  }));

/** A list item as Word writes it: its number is text, and its level a style that only Word knows. */
function wordItem(level: number, marker: string, text: string, isBold = false): string {
  const number = `<![if !supportLists]><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>`;
  const run = `<span lang=EN-GB>${text}</span>`;
  return `<p class=MsoListParagraph style='margin-left:${36 * level}pt;mso-list:l0 level${level} lfo1'>${number}${isBold ? `<b>${run}</b>` : run}<o:p></o:p></p>\n`;
}

/** The right option is at another place in every question. */
function wordDocument(questions: readonly Written[]): string {
  const items = questions.flatMap(({ text, right, wrong }, index) => {
    const options = wrong.toSpliced(index % 4, 0, right);
    return [
      wordItem(1, `${index + 1}.`, text),
      ...options.map((option, at) => wordItem(2, `${'abcd'[at]})`, option, option === right)),
    ];
  });
  return `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body lang=EN-GB><!--StartFragment-->${items.join('')}<!--EndFragment--></body></html>`;
}

/** Puts HTML on the clipboard as Word does. The asynchronous clipboard of the browser would remove Word's styles. */
async function copy(page: Page, html: string, plain: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    ([rich, text]) => {
      const onCopy = (event: ClipboardEvent) => {
        event.clipboardData?.setData('text/html', rich ?? '');
        event.clipboardData?.setData('text/plain', text ?? '');
        event.preventDefault();
      };
      document.addEventListener('copy', onCopy, { once: true });
      document.execCommand('copy');
    },
    [html, plain],
  );
}

describe('S7 pasting from Word', () => {
  it(`imports ${QUESTIONS} questions with a level for all and undoes it, in at most ${MAX_INTERACTIONS} interactions`, async () => {
    const topic = `Paste${Date.now()}`;
    const questions = written(topic);
    const before = await exportBank();
    const page = await stage.signIn('editor');
    const hands = new Hands(page);

    await hands.open('/import');
    await copy(page, wordDocument(questions), questions.map(({ text }) => text).join('\n'));
    await hands.click(page.getByLabel('Text', { exact: true }));
    await hands.press('Control+v');
    await hands.click(page.getByRole('button', { name: 'Use this text' }));
    await page.getByText('Detected: pasted').waitFor({ state: 'attached' });
    await hands.choose(page.getByLabel('Category', { exact: true }), 'Science');
    await hands.choose(page.getByLabel('Level', { exact: true }), '1');
    await hands.click(page.getByRole('button', { name: 'Continue' }));
    await page.getByText(`All ${QUESTIONS} rows are valid.`).waitFor();
    await hands.click(page.getByRole('button', { name: 'Continue' }));
    await hands.click(page.getByRole('button', { name: 'Continue' }));
    await hands.click(page.getByRole('button', { name: `Import ${QUESTIONS} questions` }));
    await page.getByText(`${QUESTIONS} questions created`).waitFor();

    const added = (await exportBank())
      .split('\n')
      .filter((line) => line.includes(topic))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(
      added.map(({ question_text, correct_answer, incorrect_answers }) => [
        question_text,
        correct_answer,
        incorrect_answers,
      ]),
    ).toEqual(questions.map(({ text, right, wrong }) => [text, right, wrong]));
    expect(new Set(added.map(({ category, difficulty }) => `${String(category)} ${String(difficulty)}`))).toEqual(
      new Set(['Science 1']),
    );

    await hands.click(page.getByRole('button', { name: 'Undo import' }));
    await hands.click(page.getByRole('button', { name: `Undo ${QUESTIONS} questions` }));
    await page.getByText('This import was undone').waitFor();
    expect(await exportBank()).toBe(before);
    process.stdout.write(`${hands.count} interactions to paste, import and undo ${QUESTIONS} questions\n`);
    expect(hands.count, hands.done.join('\n')).toBeLessThanOrEqual(MAX_INTERACTIONS);
  });

  it('leaves rows of a spreadsheet as they are', async () => {
    const page = await stage.signIn('editor');
    await page.goto('/import');
    const rows = 'question\tanswer\nWho?\tI';
    await copy(
      page,
      '<table><tr><td><b>question</b></td><td>answer</td></tr><tr><td>Who?</td><td>I</td></tr></table>',
      rows,
    );
    await page.getByLabel('Text', { exact: true }).click();
    await page.keyboard.press('Control+v');
    await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe(rows);
  });
});
