import { OPERATOR_TOKEN } from '../processes.ts';

/** Receivers on this machine, without TLS. */
export const WEBHOOKS_HERE = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_NETWORKS: '127.0.0.0/8' };

/** For changes of questions, which the listeners of streams follow, too. */
export async function createWebhooks(origin: string, receiver: string, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const reply = await fetch(`${origin}/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${receiver}/${made}`, types: ['question.updated'] }),
    });
    if (!reply.ok) throw new Error(`no webhook: ${reply.status} ${await reply.text()}`);
  }
}
