import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestId, traceId } from './request-id.ts';

const request = (headers: Record<string, string | string[]>) => ({ headers }) as unknown as IncomingMessage;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u;

describe('requestId', () => {
  it('keeps a well-formed id', () => {
    const wellFormed = fc.stringMatching(/^[\w.:-]{1,128}$/u);
    fc.assert(fc.property(wellFormed, (id) => requestId(request({ 'x-request-id': id })) === id));
  });

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(129)],
    ['with a space', 'a b'],
    ['with a line end', 'a\n'],
    ['with markup', '<b>'],
    ['outside ASCII', 'ä'],
  ])('replaces one that is %s', (_name, id) => {
    expect(requestId(request({ 'x-request-id': id }))).toMatch(UUID);
  });

  it('generates one if none, or more than one, is given', () => {
    const made = [request({}), request({}), request({ 'x-request-id': ['a', 'b'] })].map(requestId);
    for (const id of made) expect(id).toMatch(UUID);
    expect(new Set(made).size).toBe(3);
  });
});

describe('traceId', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';

  it('is the trace of a well-formed traceparent', () => {
    expect(traceId(request({ traceparent: `00-${trace}-00f067aa0ba902b7-01` }))).toBe(trace);
  });

  it.each(['', trace, `00-${trace}-00f067aa0ba902b7`, `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`])(
    'is absent for "%s"',
    (traceparent) => {
      expect(traceId(request({ traceparent }))).toBeUndefined();
    },
  );

  it('is absent without the header', () => {
    expect(traceId(request({}))).toBeUndefined();
  });
});
