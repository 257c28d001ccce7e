import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FRAMEWORKS, RULES, WORLD } from './import-rules.fixture.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const text = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');
const section = (title: string) => text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

const foldersOf = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name))
    .map(({ name }) => name);

const tree = section('The tree').split('```')[1] ?? '';
/** The folder names in a part of the tree, from a line to the next one with the same or less indentation. */
function namedBelow(folder: string): string[] {
  const lines = tree.split('\n');
  const start = lines.findIndex((line) => line.trim().startsWith(`${folder}/`));
  const depth = (line: string) => line.length - line.trimStart().length;
  const end = lines.findIndex((line, index) => index > start && depth(line) <= depth(lines[start] ?? ''));
  return lines
    .slice(start + 1, end < 0 ? undefined : end)
    .flatMap((line) => line.match(/[a-z][\w-]*(?=\/(?:\s|$))/gu) ?? []);
}

describe('the tree of ARCHITECTURE.md', () => {
  it.each(['domain', 'store', 'operations', 'plugins'])('names every room of %s', (layer) => {
    const named = namedBelow(layer);
    expect(foldersOf(`server/src/${layer}`).filter((room) => !named.includes(room))).toEqual([]);
    expect(named.filter((room) => !foldersOf(`server/src/${layer}`).includes(room))).toEqual([]);
  });

  it('names every room of the service and every package', () => {
    const named = new Set(tree.match(/^ *[a-z][\w-]*(?=\/)/gmu)?.map((name) => name.trim()));
    const rooms = [...foldersOf('server/src'), ...foldersOf('.').filter((name) => !name.startsWith('.'))];
    expect(rooms.filter((room) => !named.has(room))).toEqual([]);
  });
});

describe('the table of imports', () => {
  const rows = section('The tree')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const names = (cell = '') => [...cell.matchAll(/`([\w.]+)\/?`/gu)].map(([, name]) => name ?? '');
  const words: readonly [string, readonly string[]][] = [
    ['Fastify', ['fastify']],
    ['pg', ['pg']],
    ['pg-boss', ['pg-boss']],
    ['files, network, threads', WORLD],
  ];

  it('has a row for every rule', () => {
    const places = new Set(rows.flatMap(([, place]) => names(place)));
    const free = ['bin', 'cached']; // everything that is below them
    expect(Object.keys(RULES).filter((place) => !places.has(place) && !free.includes(place))).toEqual([]);
  });

  it.each(Object.entries(RULES).filter(([place]) => rows.some((row) => names(row[1]).includes(place))))(
    'says of %s what the linter says',
    (place, rule) => {
      const [, , may = '', never = ''] = rows.find((row) => names(row[1]).includes(place)) ?? [];
      if (rule.may === undefined) {
        const but = may.replace(/^all except /u, '').match(/[a-z][\w.]*/gu) ?? [];
        expect(but.sort()).toEqual([...(rule.mayNot ?? [])].sort());
      } else expect(names(may).sort()).toEqual([...rule.may].sort());
      for (const [word, packages] of words) {
        const isSaid = never.split(', ').includes(word) || (word.includes(',') && never.includes(word));
        const isRule = packages.every((name) => rule.packages.includes(name));
        if (place !== 'errors.ts' && word !== 'pg-boss') expect(isSaid, `${place}: ${word}`).toBe(isRule);
      }
    },
  );

  it('knows the packages', () => {
    expect(FRAMEWORKS).toContain('fastify');
  });
});

describe('the figures of ARCHITECTURE.md', () => {
  const files = globSync('server/src/**/*.ts', { cwd: ROOT }).filter((file) => !/\.(?:test|fixture)\.ts$/u.test(file));
  const lengths = files
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1)
    .sort((one, other) => one - other);
  const [, count, largest, median] = (
    /(\d[\d,]*) files[^.]*?the largest has (\d+) lines and the median (\d+)/u.exec(text) ?? []
  ).map((figure) => Number(figure.replaceAll(',', '')));

  it.each([
    ['the number of files', count, files.length],
    ['the largest', largest, lengths.at(-1) ?? 0],
    ['the median', median, lengths[Math.floor(lengths.length / 2)] ?? 0],
  ])('give %s to within a tenth', (_what, said, found) => {
    expect(said).toBeGreaterThan(0.9 * found);
    expect(said).toBeLessThan(1.1 * found);
  });
});
