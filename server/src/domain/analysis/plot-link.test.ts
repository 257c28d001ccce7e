import { describe, expect, it } from 'vitest';
import { isSignatureOf, type LinkedPlot, signPlotLink } from './plot-link.ts';

const key = Buffer.alloc(32, 1);
const link: LinkedPlot = { analysis: 'a', plot: 'overview.svg', theme: 'light', expires: 1_800_000_000 };
const signature = signPlotLink(key, link);

describe('the signature of a link', () => {
  it('is recognised', () => {
    expect(isSignatureOf(signature, key, link)).toBe(true);
    expect(signature).toMatch(/^[\w-]{43}$/u);
  });

  it.each<Partial<LinkedPlot>>([
    { analysis: 'b' },
    { plot: 'overview.png' },
    { theme: 'dark' },
    { expires: 1_800_000_001 },
    { analysis: 'a","overview' },
  ])('does not match a link with %j', (change) => {
    expect(isSignatureOf(signature, key, { ...link, ...change })).toBe(false);
  });

  it('does not match another key', () => {
    expect(isSignatureOf(signature, Buffer.alloc(32, 2), link)).toBe(false);
  });

  it.each(['', 'x', `${signature}x`, signature.slice(1), 'é'.repeat(43), '\u0000'.repeat(43)])('is not %j', (other) => {
    expect(isSignatureOf(other, key, link)).toBe(false);
  });
});
