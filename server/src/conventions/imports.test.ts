import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

/** From the bottom up: a folder only imports those before it. ARCHITECTURE.md has them as a table. */
const LAYERS = [
  'errors',
  'errors.ts',
  'domain',
  'formats',
  'config',
  'limits',
  'plots',
  'analysis',
  'sentences',
  'store',
  'metrics',
  'queue',
  'tracing',
  'cached',
  'access',
  'deps.ts',
  'operations',
  'plugins',
  'routes',
  'app.ts',
  'probes.ts',
  'worker',
  'bin',
];

interface Arrow {
  from: string;
  to: string;
}

function readArrows(root: string, files: readonly string[], pattern: RegExp): Arrow[] {
  return files.flatMap((from) =>
    [...readFileSync(path.join(root, from), 'utf8').matchAll(pattern)].map(([, to = '']) => ({
      from,
      to: path.join(path.dirname(from), to),
    })),
  );
}

const sources = globSync('**/*.ts', { cwd: ROOT }).filter((file) => !/\.(?:test|fixture)\.ts$/u.test(file));
const arrows = readArrows(ROOT, sources, /(?:from|import) '(\.[^']+\.ts)'/gu);

const roomOf = (file: string): string => file.split(path.sep)[0] ?? '';
const layerOf = (file: string): number => LAYERS.indexOf(roomOf(file));

/** The files on a path that leads back to its start. */
function findCircle(next: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const way: string[] = [];
  const walk = (file: string): string[] => {
    const seenAt = way.indexOf(file);
    if (seenAt >= 0) return way.slice(seenAt);
    if (done.has(file)) return [];
    way.push(file);
    for (const target of next.get(file) ?? []) {
      const circle = walk(target);
      if (circle.length > 0) return circle;
    }
    way.pop();
    done.add(file);
    return [];
  };
  for (const file of next.keys()) {
    const circle = walk(file);
    if (circle.length > 0) return circle;
  }
  return [];
}

function follow(found: readonly Arrow[], nameOf: (file: string) => string): Map<string, string[]> {
  const next = new Map<string, string[]>();
  for (const { from, to } of found) {
    if (nameOf(from) === nameOf(to)) continue;
    next.set(nameOf(from), [...(next.get(nameOf(from)) ?? []), nameOf(to)]);
  }
  return next;
}

describe('the imports of the service', () => {
  it('are all found', () => {
    expect(arrows.length).toBeGreaterThan(2000);
    expect(arrows.filter(({ to }) => !sources.includes(to) && !to.endsWith('.fixture.ts'))).toEqual([]);
    expect([...new Set(sources.map(roomOf))].filter((room) => !LAYERS.includes(room))).toEqual([]);
  });

  it('go down only', () => {
    expect(arrows.filter(({ from, to }) => layerOf(to) > layerOf(from))).toEqual([]);
  });

  it('have no cycle of files', () => {
    expect(findCircle(follow(arrows, (file) => file))).toEqual([]);
  });

  it.each(['domain', 'store', 'operations', 'plugins'])('have no cycle between the folders of %s', (layer) => {
    const inside = arrows.filter(({ from, to }) => roomOf(from) === layer && roomOf(to) === layer);
    const room = (file: string) => file.split(path.sep).slice(0, 2).join(path.sep);
    expect(findCircle(follow(inside, room))).toEqual([]);
  });

  it('finds a cycle and an upward import', () => {
    const bad = [...arrows, { from: 'domain/uuid.ts', to: 'routes/index.ts' }];
    expect(bad.filter(({ from, to }) => layerOf(to) > layerOf(from))).toHaveLength(1);
    expect(findCircle(follow(bad, (file) => file))).toContain('domain/uuid.ts');
  });
});

describe('the imports of the console', () => {
  const root = path.resolve(ROOT, '../../console/src');
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  // The linter finds no cycle that passes through `import()`.
  const found = readArrows(root, files, /(?:from |import |import\()'(\.[^']+\.tsx?)'/gu);

  it('are all found', () => {
    expect(found.length).toBeGreaterThan(1000);
    const own = found.filter(({ to }) => !to.startsWith('..'));
    expect(own.filter(({ to }) => !files.includes(to))).toEqual([]);
  });

  it('have no cycle of files', () => {
    expect(findCircle(follow(found, (file) => file))).toEqual([]);
  });

  it('finds a cycle through a file that is loaded later', () => {
    const bad = [...found, { from: 'questions/export/export-panel.tsx', to: 'questions/export/export-menu.tsx' }];
    expect(findCircle(follow(bad, (file) => file))).toContain('questions/export/export-panel.tsx');
  });
});

describe('the path to the SQL of an endpoint', () => {
  const endpoints = arrows
    .filter(({ from }) => /^routes\/(?:[a-z]+\/)?index\.ts$/u.test(from))
    .map(({ to }) => to)
    .filter((file) => /^routes\/[a-z]+\/(?!index|schema|examples)[a-z-]+\.ts$/u.test(file));
  const targetsOf = (file: string) => arrows.filter(({ from }) => from === file).map(({ to }) => to);
  const reachesStore = (file: string) => targetsOf(file).some((to) => to.startsWith('store/'));

  it.each([...new Set(endpoints)])('%s reaches a statement directly or through one helper', (endpoint) => {
    const helpers = targetsOf(endpoint).filter((to) => to.startsWith('routes/'));
    expect(reachesStore(endpoint) || helpers.some(reachesStore) || !usesDatabase(endpoint)).toBe(true);
  });
  const usesDatabase = (file: string) => readFileSync(path.join(ROOT, file), 'utf8').includes('deps.db');
});
