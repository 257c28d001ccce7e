import { OPERATOR_TOKEN } from '../processes.ts';

/** Allows receivers on this machine and without TLS. */
export const WEBHOOKS_HERE = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_NETWORKS: '127.0.0.0/8' };

/** Subscribes to updated questions, the same events that the stream clients read. */
export async function createWebhooks(origin: string, receiver: string, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const reply = await fetch(`${origin}/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${receiver}/${made}`, types: ['question.updated'] }),
    });
    if (!reply.ok) throw new Error(`creating a webhook failed: ${reply.status} ${await reply.text()}`);
  }
}
