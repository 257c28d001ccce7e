import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newWebhookSecret, signedHeaders } from './signature.ts';

const message = { id: 'msg_a', sentAt: new Date(), body: '{"type":"question.created","text":"ä🎓"}' };

describe('signedHeaders', () => {
  it('signs like the reference library', () => {
    const secret = newWebhookSecret();
    const headers = signedHeaders(message, [secret]);
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(message.id, message.sentAt, message.body));
    expect(new Webhook(secret).verify(message.body, headers)).toEqual(JSON.parse(message.body));
  });

  it('can be verified with either secret during a rotation, and with no other', () => {
    const [next, previous] = [newWebhookSecret(), newWebhookSecret()];
    const headers = signedHeaders(message, [next, previous]);
    for (const secret of [next, previous]) new Webhook(secret).verify(message.body, headers);
    expect(() => new Webhook(newWebhookSecret()).verify(message.body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(next).verify(`${message.body} `, headers)).toThrow('No matching signature');
  });
});

describe('newWebhookSecret', () => {
  it('has 192 bits', () => {
    expect(newWebhookSecret()).toMatch(/^whsec_[0-9A-Za-z+/]{32}$/u);
    expect(newWebhookSecret()).not.toBe(newWebhookSecret());
  });
});
