import { expect, it } from 'vitest';
import { asOperator, startTestService } from '../harness.ts';
import { createOne, getBody, type ListBody } from '../http/common.ts';
import { type DeliveryRecord, makeWebhook, url } from '../http/webhooks/steps.ts';
import { relayAll } from './relay-all.ts';

it('sends a webhook no event from before its creation, even if the event is relayed later', async () => {
  const service = await startTestService();
  const types = ['question.created'];
  const { id: first } = await makeWebhook(service, { types });
  await createOne(service);
  const { id: second } = await makeWebhook(service, { types });
  await createOne(service);
  await relayAll(service);
  for (const [id, count] of [
    [first, 2],
    [second, 1],
  ] as const) {
    const { data } = await getBody<ListBody<DeliveryRecord>>(service, `${url}/${id}/deliveries`, asOperator);
    expect(data).toHaveLength(count);
  }
});
