import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutMarkRuns, findMarkRun, MAX_MARKS } from './marks.ts';
import { normalForm } from './text.ts';

const LONG_RUN = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u');
const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom('e', '\u0301', '\u0316', '\u0345', '\u{1d165}', '\ufe0f', '😀', ' '),
    fc.constant('\u0301'.repeat(9)),
  ),
  maxLength: 120,
});

describe('runs of combining marks', () => {
  it('are found where a regular expression finds them', () => {
    fc.assert(fc.property(texts, (text) => findMarkRun(text) >= 0 === LONG_RUN.test(text)));
  });

  it('are cut to the limit, and nothing else is', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const cut = cutMarkRuns(text);
        expect(findMarkRun(cut)).toBe(-1);
        expect(cut).toBe(text.replace(/(\p{M}{30})\p{M}+/gu, '$1'));
      }),
    );
  });

  it('include characters that compatibility decomposition turns into marks', () => {
    expect(findMarkRun('\uff9e\u0301'.repeat(20))).toBe(MAX_MARKS);
  });

  it('include every character that decomposes into marks', { tags: ['heavy'] }, () => {
    const slow: string[] = [];
    for (let point = 0; point < 0x110000; point += 1) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const character = String.fromCodePoint(point);
      if (/^\p{M}+$/u.test(normalForm(character, 'NFKD')) && findMarkRun(character.repeat(31)) < 0)
        slow.push(character);
    }
    expect(slow).toEqual([]);
  });
});

describe('normalForm', () => {
  it.each(['NFC', 'NFD', 'NFKD'] as const)('as %s takes linear time for a text of marks', (form) => {
    const before = process.threadCpuUsage();
    for (const run of ['\u0301\u0316', '\uff9e\u0301', '\u0345\u0301\u0316', 'e\u0301\u0316']) {
      normalForm(run.repeat(500_000 / run.length), form);
    }
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1000); // 500 KB at once took 25 s
  });
});
