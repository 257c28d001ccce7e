import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { openDraw, takeNext } from './steps.ts';

const service = await startTestService();
await service.create([draft(), draft(), draft()]);
const draw = await openDraw(service, { filter: { category: 'Astronomy' }, seed: 'seed' });
const url = `/draws/${draw.id}`;

describe('200', () => {
  it('returns the draw as it was opened', async () => {
    const reply = await service.request({ url });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual(draw);
    expect(draw).toMatchObject({ filter: { category: 'Astronomy' }, seed: 'seed', drawn: 0, remaining: 3 });
  });

  it('serves the same under /v1 and accepts the id in upper case', async () => {
    const reply = await service.request({ url: `/v1/draws/${draw.id.toUpperCase()}` });
    expect(reply.json()).toEqual(draw);
  });

  it('reports the same progress as the previous step', async () => {
    const { id } = await openDraw(service);
    const { draw: state } = await takeNext(service, id, 2);
    expect(state).toMatchObject({ drawn: 2, remaining: 1, exhausted: false });
    expect((await service.request({ url: `/draws/${id}` })).json()).toEqual(state);
    const { draw: end } = await takeNext(service, id, 2);
    expect(end).toMatchObject({ drawn: 3, remaining: 0, exhausted: true });
    expect((await service.request({ url: `/draws/${id}` })).json()).toEqual(end);
  });

  it('does not advance the draw', async () => {
    const { id } = await openDraw(service, { seed: 'read only' });
    for (let reading = 0; reading < 3; reading += 1) await service.request({ url: `/draws/${id}` });
    expect((await takeNext(service, id, 3)).data).toHaveLength(3);
  });
});

describe('304', () => {
  it('sends no body until the draw has advanced', async () => {
    const { id } = await openDraw(service);
    const seen = await service.request({ url: `/draws/${id}` });
    const headers = { 'if-none-match': String(seen.headers.etag) };
    const same = await service.request({ url: `/draws/${id}`, headers });
    expect(same.statusCode).toBe(304);
    expect(same.body).toBe('');
    expect(same.headers.etag).toBe(seen.headers.etag);
    await takeNext(service, id);
    expect((await service.request({ url: `/draws/${id}`, headers })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });
});

describe('404', () => {
  it.each(['00000000-0000-7000-8000-000000000000', 'nonsense', '1', '%00', `${draw.id}x`])(
    'does not find %s',
    async (id) => {
      expectProblem(await service.request({ url: `/draws/${id}` }), 404, 'draw_not_found');
    },
  );
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut(async (other) => ({ url: `/draws/${(await openDraw(other)).id}` }));
});
