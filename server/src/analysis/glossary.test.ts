import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GLOSSARY, type GlossaryTerm } from './glossary.ts';
import { analysisTypes } from './index.ts';

const TERMS = Object.keys(GLOSSARY) as GlossaryTerm[];
/** What is also a word of everyday life is told by hand. */
const EVERYDAY: ReadonlySet<GlossaryTerm> = new Set(['skill', 'odds', 'hapax', 'evenness', 'smog']);

/** The sentences of a type as they are written. */
function sentencesOf(name: string): string {
  const file = path.join(import.meta.dirname, name.replaceAll('_', '-'), 'findings.ts');
  return existsSync(file) ? readFileSync(file, 'utf8').toLowerCase() : '';
}

describe('the glossary', () => {
  it.each(TERMS)('explains %s in one sentence, for a type that uses it', (term) => {
    expect(GLOSSARY[term]).toMatch(/^[A-Z][^.]*(?:\.\d[^.]*)*\.$/u);
    expect(GLOSSARY[term].length).toBeLessThan(180);
    expect(analysisTypes.filter(({ glossary }) => glossary.includes(term)).length).toBeGreaterThan(0);
  });

  it.each(analysisTypes.map(({ name, glossary }) => ({ name, glossary })))(
    'has every statistic that the findings of $name speak of',
    ({ name, glossary }) => {
      const told = sentencesOf(name);
      expect(told).not.toBe('');
      const spoken = TERMS.filter((term) => !EVERYDAY.has(term) && told.includes(term.toLowerCase()));
      expect(glossary).toEqual(expect.arrayContaining(spoken));
    },
  );
});
