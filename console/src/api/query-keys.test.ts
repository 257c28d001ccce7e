import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const sources = globSync('**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !file.endsWith('.test.ts') && path.basename(file) !== 'queries.ts',
);

/** An array literal as a key: as an option, as the first argument, or in a variable that is passed on. */
const LITERAL_KEY =
  /(?:\bqueryKey\s*:\s*|Quer(?:y|ies)(?:Data|State)(?:<[^()]*>)?\(\s*|\b\w*[kK](?:ey|EY)s?(?:\s*:[^=\n]+)?\s*=\s*)\[/u;

describe('keys of queries', () => {
  it.each(sources)('come from a queries.ts in %s', (file) => {
    expect(readFileSync(path.join(ROOT, file), 'utf8')).not.toMatch(LITERAL_KEY);
  });

  it.each([
    "useQuery({ queryKey: ['views'] })",
    "client.invalidateQueries({ queryKey: ['questions', 'list'] })",
    "client.invalidateQueries({\n  queryKey: [\n    'questions' ] })",
    "client.setQueryData(['questions', 'one', id], saved)",
    "client.setQueriesData<Page<Row>>(['questions'], saved)",
    "client.getQueryData<Analysis>(\n  ['analyses', 'one', id])",
    "const key = ['questions', 'flaws', id];",
    "const PROGRESS_KEY: QueryKey = ['import-check-progress'];",
  ])('are recognised in %s', (source) => {
    expect(source).toMatch(LITERAL_KEY);
  });

  it('begin with a different word in each file', () => {
    const roots = globSync('**/queries.ts', { cwd: ROOT }).flatMap((file) => {
      const source = readFileSync(path.join(ROOT, file), 'utf8');
      return [...new Set([...source.matchAll(/(?<!>)\['([a-z-]+)'/gu)].map(([, root]) => root))];
    });
    expect(roots.length).toBeGreaterThan(10);
    expect(roots).toEqual([...new Set(roots)]);
  });
});
