import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GLOSSARY, type GlossaryTerm } from './glossary.ts';
import { analysisTypes } from './index.ts';

const TERMS = Object.keys(GLOSSARY) as GlossaryTerm[];
/** Terms that are also everyday words are checked by hand. */
const EVERYDAY: ReadonlySet<GlossaryTerm> = new Set(['skill', 'odds', 'hapax', 'evenness', 'smog']);

/** The sentences of a type, in lower case. */
function sentencesOf(name: string): string {
  const file = path.join(import.meta.dirname, name.replaceAll('_', '-'), 'findings.ts');
  return existsSync(file) ? readFileSync(file, 'utf8').toLowerCase() : '';
}

describe('the glossary', () => {
  it.each(TERMS)('explains %s in one sentence, and a type uses it', (term) => {
    expect(GLOSSARY[term]).toMatch(/^[A-Z][^.]*(?:\.\d[^.]*)*\.$/u);
    expect(GLOSSARY[term].length).toBeLessThan(180);
    expect(analysisTypes.filter(({ glossary }) => glossary.includes(term)).length).toBeGreaterThan(0);
  });

  it.each(analysisTypes.map(({ name, glossary }) => ({ name, glossary })))(
    'has every statistic that the findings of $name mention',
    ({ name, glossary }) => {
      const sentences = sentencesOf(name);
      expect(sentences).not.toBe('');
      const mentioned = TERMS.filter((term) => !EVERYDAY.has(term) && sentences.includes(term.toLowerCase()));
      expect(glossary).toEqual(expect.arrayContaining(mentioned));
    },
  );
});
