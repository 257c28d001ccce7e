import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../client/src/index.ts';
import { startBrowser } from './browser.ts';
import { sharedPlace } from './shared-place.ts';

const stage = startBrowser();

const useToken = (token: string) =>
  fetch(`${sharedPlace().origin}/questions?limit=1`, { headers: { authorization: `Bearer ${token}` } });

describe('S14 tokens', () => {
  it('F1 shows a secret once, and F2 a revoked token is rejected', async () => {
    const name = `quiz-${Date.now()}`;
    const page = await stage.signIn('administrator');
    await page.goto('/tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog', { name: 'New token' });
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('Enter a value.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('checkbox', { name: 'analysis:read' }).check();
    await dialog.getByLabel('Expires').selectOption('In 30 days');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const secret = await page.getByRole('textbox', { name: 'Secret' }).innerText();
    expect((await useToken(secret)).status).toBe(200);
    await page.getByRole('button', { name: 'I stored it' }).click();
    const row = page.getByRole('row', { name: new RegExp(name, 'u') });
    await row.getByText('questions:read analysis:read').waitFor();

    const replies: Promise<string>[] = [];
    page.on('response', (reply) => replies.push(reply.text().catch(() => '')));
    await page.reload();
    await row.waitFor();
    const kept = await page.evaluate(
      () =>
        document.documentElement.outerHTML +
        JSON.stringify(Object.entries(localStorage)) +
        JSON.stringify(Object.entries(sessionStorage)),
    );
    expect([kept, ...(await Promise.all(replies))].filter((one) => one.includes(secret))).toEqual([]);

    await row.getByRole('button', { name: `Rotate ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click();
    const rotated = await page.getByRole('textbox', { name: 'Secret' }).innerText();
    expect(rotated).not.toBe(secret);
    expect((await useToken(rotated)).status).toBe(200);
    await page.getByRole('button', { name: 'I stored it' }).click();

    await row.getByRole('button', { name: `Revoke ${name}` }).click();
    const revoke = page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true });
    expect(await revoke.isDisabled()).toBe(true);
    await page.getByLabel(`Type ${name} to confirm`).fill(name);
    await revoke.click();
    await row.getByText('Revoked').waitFor();
    await expect.poll(async () => (await useToken(rotated)).status).toBe(401);
  });

  it('does not offer tokens to editors', async () => {
    const page = await stage.openQuestions('editor');
    await page.getByRole('link', { name: 'Activity' }).waitFor();
    for (const name of ['Tokens', 'Webhooks']) expect(await page.getByRole('link', { name }).count()).toBe(0);
  });
});

describe('S15 webhooks', () => {
  let receiver: Server;
  let url: string;
  let status = 200;
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ headers: request.headers, body });
        response.writeHead(status).end(`seen ${received.length}`);
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  });
  afterAll(() => new Promise((resolve) => receiver.close(resolve)));

  it('F3 sends a signed test message, shows the attempt, and sends it again', async () => {
    const page = await stage.signIn('administrator');
    await page.goto('/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill(url);
    await page.getByRole('radio', { name: 'Only these' }).check();
    await page.getByRole('checkbox', { name: 'question.created' }).check();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const secret = await page.getByRole('textbox', { name: 'Secret' }).innerText();
    await page.getByRole('button', { name: 'I stored it' }).click();
    await page.getByRole('heading', { level: 1, name: url }).waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('cell', { name: 'Delivered' }).waitFor();
    expect(received).toHaveLength(1);
    const [{ headers, body }] = received as [(typeof received)[number]];
    expect(await verifyWebhook(headers, body, secret)).toMatchObject({
      type: 'webhook.test',
    });
    await page.locator('summary').first().click();
    await page.getByText(/^200 after/u).waitFor();
    await page.getByText('seen 1').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]?.headers['webhook-id']).toBe(headers['webhook-id']);

    status = 410; // no further attempts after a 410
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByRole('cell', { name: 'Failed' }).waitFor();
    status = 200;
    await page.reload();
    const enable = page.getByRole('button', { name: 'Turn on' });
    await enable.click();
    await enable.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send all failed again' }).click();
    await page.getByText('1 delivery is being sent again.').waitFor();
    await expect.poll(() => received.length).toBe(4);

    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    expect(await page.getByRole('textbox', { name: 'Secret' }).innerText()).not.toBe(secret);
    await page.getByRole('button', { name: 'I stored it' }).click();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete 1 webhook' }).click();
    await page.waitForURL('**/webhooks');
  });
});
