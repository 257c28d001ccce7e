import { execFileSync, type SpawnSyncReturns } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RULES, type Rule } from './import-rules.fixture.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const CONFIGURATION = '.oxlintrc.json';
const SOURCES = globSync('server/src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .sort();
/** One file of each folder, and every loose file: enough to test whether a pattern matches at any depth. */
const TARGETS = SOURCES.filter(
  (file, index) => roomOf(file).endsWith('.ts') || path.dirname(SOURCES[index - 1] ?? '') !== path.dirname(file),
);

const box = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
afterAll(() => rmSync(box, { recursive: true }));

/** Each file has one import of each target; the linter reads them all at once, with the rules of the project. */
const probes = Object.entries(RULES).flatMap(([place, rule]) => filesAt(place).map((file) => probe(file, place, rule)));
const outside = ['e2e/probe.ts', 'e2e/deep/probe.ts', 'client/src/probe.ts', 'mcp/src/probe.ts'].map((file) => {
  const server = path.relative(path.dirname(file), 'server/src/app.ts');
  return { file, imports: [server, '@quaestor/server', '@quaestor/server/src/app.ts'], allowed: [] as string[] };
});
const KIT_MAY_NOT = [
  'api/client.ts',
  'frame/frame.tsx',
  'questions/search.ts',
  'sign-in/sign-in.tsx',
  'states/title.ts',
];
outside.push(
  {
    file: 'console/src/questions/probe.ts',
    imports: [
      '@mantine/core',
      'get-nonce',
      '../../../server/src/app.ts',
      '@quaestor/server',
      '@quaestor/server/src/app.ts',
    ],
    allowed: ['../ui/button.tsx'],
  },
  {
    file: 'console/src/ui/probe.ts',
    imports: [...KIT_MAY_NOT.map((name) => `../${name}`), '../../../server/src/app.ts'],
    allowed: ['@mantine/core', 'get-nonce'],
  },
);
for (const { file, imports, allowed } of [...probes, ...outside]) {
  write(file, [...imports, ...allowed].map((name) => `import '${name}';`).join('\n'));
}
write('bench/circle/one.ts', "import { two } from './two.ts';\nexport const one: number = two;");
write('bench/circle/two.ts', "import { three } from './deep/three.ts';\nexport const two: number = three;");
write('bench/circle/deep/three.ts', "import type { one } from '../one.ts';\nexport const three: typeof one = 3;");
const complaints = lint();

describe('import rules of the linter', () => {
  it.each([...probes, ...outside])('apply in $file', ({ file, imports }) => {
    const restricted = complaints.filter(
      ({ code, filename }) => code.includes('no-restricted-imports') && filename === file,
    );
    const lines = readFileSync(path.join(box, file), 'utf8').split('\n');
    const rejected = restricted.map(({ line }) => /'(?<name>.*)'/u.exec(lines[line - 1] ?? '')?.groups?.['name']);
    expect(rejected.sort()).toEqual(imports.toSorted());
  });

  it('find a cycle of any length, including types', () => {
    const circles = complaints
      .filter(({ code, filename }) => code.includes('no-cycle') && filename.startsWith('bench/'))
      .map(({ filename }) => filename);
    expect(circles.sort()).toEqual(['bench/circle/deep/three.ts', 'bench/circle/one.ts', 'bench/circle/two.ts']);
  });

  it('each match an import that was tested here', () => {
    const { overrides } = JSON.parse(readFileSync(path.join(ROOT, CONFIGURATION), 'utf8')) as Configuration;
    const idle = overrides.flatMap(({ files, rules }) => {
      const tried = [...probes, ...outside].filter(({ file }) => files.some((glob) => path.matchesGlob(file, glob)));
      const patterns = groupsOf(rules).filter((pattern) => !pattern.startsWith('!'));
      return patterns
        .filter((pattern) => !tried.some(({ imports }) => imports.some((name) => matches(name, pattern))))
        .map((pattern) => `${pattern} in ${files.join(', ')}`);
    });
    expect(idle).toEqual([]);
  });
});

interface Configuration {
  overrides: { files: string[]; rules: Record<string, unknown> }[];
}

function groupsOf(rules: Record<string, unknown>): string[] {
  const [, options] = [rules['no-restricted-imports']].flat() as [unknown, { patterns: { group: string[] }[] }?];
  return options?.patterns.flatMap(({ group }) => group) ?? [];
}

/** In Node's globs `**` never matches "..", in those of the linter it does. */
function matches(name: string, pattern: string): boolean {
  return path.matchesGlob(name, pattern) || path.matchesGlob(name.replace(/^(?:\.\.\/)+/u, ''), pattern);
}

function roomOf(file: string): string {
  return file.split('/')[2] ?? '';
}

/** A file next to those of each folder of the place; a loose file stands for itself. */
function filesAt(place: string): string[] {
  const inside = SOURCES.filter((file) => roomOf(file) === place);
  if (place.endsWith('.ts')) return inside;
  return [...new Set(inside.map((file) => path.dirname(file)))].map((folder) => `${folder}/probe.ts`);
}

function probe(file: string, place: string, { may, mayNot, packages }: Rule) {
  const isForbidden = (target: string) => mayNot?.includes(roomOf(target)) ?? !may?.includes(roomOf(target));
  const nameOf = (target: string) => path.relative(path.dirname(file), target).replace(/^(?!\.)/u, './');
  const others = TARGETS.filter((target) => roomOf(target) !== place);
  return {
    file,
    imports: [...others.filter(isForbidden).map(nameOf), ...packages],
    allowed: others.filter((target) => !isForbidden(target)).map(nameOf),
  };
}

function write(file: string, source: string): void {
  const target = path.join(box, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, `${source}\n`);
}

function lint(): { code: string; filename: string; line: number }[] {
  copyFileSync(path.join(ROOT, CONFIGURATION), path.join(box, CONFIGURATION));
  const linter = path.join(ROOT, 'node_modules/.bin/oxlint');
  const { diagnostics } = JSON.parse(outputOf(linter)) as {
    diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[];
  };
  return diagnostics.map(({ code, filename, labels }) => ({ code, filename, line: labels[0]?.span.line ?? 0 }));
}

/** A linter that has found something exits with 1. */
function outputOf(linter: string): string {
  try {
    return execFileSync(linter, ['--format', 'json', '.'], { cwd: box, encoding: 'utf8', maxBuffer: 2 ** 26 });
  } catch (error) {
    return (error as SpawnSyncReturns<string>).stdout;
  }
}
