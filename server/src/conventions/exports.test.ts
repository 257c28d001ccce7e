import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SOURCES = '{server,client,cli,mcp,console,bench}/src/**/*.{ts,tsx}';
/** Files that import from sources. */
const IMPORTERS = '{server,client,cli,mcp,console,bench,e2e,.ci}/**/*.{ts,tsx}';

/** Packages that other people import: the exports of their entries are for them. */
const ENTRIES = ['client/src/index.ts', 'mcp/src/http.ts'];
/** Threads call their functions by name, or they are compiled and never run. */
const CALLED_BY_NAME = /thread\.ts$|\.check\.ts$/u;

/** Kinds of jobs add their queues to it by `declare module`. */
const AUGMENTED = 'server/src/queue/queue.ts: Jobs';

const EXPORTED =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (?<name>[\w$]+)/gmu;
const IMPORTED =
  /(?:import|export) (?:type )?(?:[\w$]+, )?(?:\{(?<names>[^}]*)\}|\* as (?<all>[\w$]+)|\*) from '(?<from>\.[^']+)'/gu;
const LOADED = /import\('(?<from>\.[^']+)'\)/gu;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT, exclude: (name) => name === 'node_modules' || name === 'dist' });

/** The names that are imported from each file; `*` where all are. */
function collectImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  const add = (file: string, from: string, name: string) => {
    const target = path.join(path.dirname(file), from);
    imports.set(target, (imports.get(target) ?? new Set()).add(name));
  };
  for (const file of filesOf(IMPORTERS)) {
    const text = read(file);
    for (const { groups } of text.matchAll(IMPORTED)) {
      const { names, from = '' } = groups ?? {};
      if (names === undefined) add(file, from, '*');
      for (const name of (names ?? '').split(','))
        add(file, from, name.replace(/^\s*(?:type )?/u, '').replace(/\s+as .*$|\s+$/su, ''));
    }
    for (const { groups } of text.matchAll(LOADED)) add(file, groups?.['from'] ?? '', '*');
  }
  return imports;
}

describe('exports', () => {
  const imports = collectImports();
  const exported = filesOf(SOURCES)
    .filter((file) => !/\.(?:test|gen)\.tsx?$/u.test(file) && !ENTRIES.includes(file) && !CALLED_BY_NAME.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(EXPORTED)].map(({ groups }) => ({ file, name: groups?.['name'] ?? '' })),
    );
  const unused = ({ file, name }: { file: string; name: string }) => {
    const names = imports.get(file);
    return names === undefined || !(names.has(name) || names.has('*'));
  };

  it('are all found', () => {
    expect(exported.length).toBeGreaterThan(3000);
  });

  it('are imported by another file', () => {
    const found = exported.filter(unused).map(({ file, name }) => `${file}: ${name}`);
    expect(found.filter((one) => one !== AUGMENTED)).toEqual([]);
  });

  it('would be missed if nobody imported them', () => {
    expect(unused({ file: 'server/src/errors.ts', name: 'NoSuchError' })).toBe(true);
    expect(unused({ file: 'server/src/errors.ts', name: 'AppError' })).toBe(false);
  });
});
