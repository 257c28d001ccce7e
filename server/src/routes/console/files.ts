import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

interface ConsoleFile {
  type: string;
  /** The content, and copies compressed by the build if they are worthwhile. */
  encodings: ReadonlyMap<'br' | 'gzip' | 'identity', Buffer>;
}

export interface ConsoleFiles {
  /** The parts of `index.html` around the placeholders for the nonce. */
  shell: readonly string[];
  /**
   * Keyed by the name in the address. Names contain a hash of the content, so the content of an address never changes.
   */
  assets: ReadonlyMap<string, ConsoleFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const COMPRESSED = { br: '.br', gzip: '.gz' } as const;

/** The build of `console/`, which `npm run build` copies into the package. */
function consoleDirectory(): string {
  const isSource = path.extname(import.meta.filename) === '.ts';
  return path.join(import.meta.dirname, isSource ? '../../../../console/dist' : '../../console');
}

/** Reads the whole build into memory: about 30 files and 3 MB. Undefined if it has not been built. */
export async function readConsole(directory = consoleDirectory()): Promise<ConsoleFiles | undefined> {
  const shell = await readFile(path.join(directory, 'index.html'), 'utf8').catch(() => undefined);
  if (shell === undefined) return undefined;
  const folder = path.join(directory, 'assets');
  const names = await readdir(folder);
  const plain = names.filter((name) => path.extname(name) in TYPES);
  const assets = await Promise.all(
    plain.map(async (name): Promise<[string, ConsoleFile]> => {
      const encodings = new Map<'br' | 'gzip' | 'identity', Buffer>([
        ['identity', await readFile(path.join(folder, name))],
      ]);
      for (const [encoding, ending] of Object.entries(COMPRESSED) as ['br' | 'gzip', string][]) {
        if (names.includes(name + ending)) encodings.set(encoding, await readFile(path.join(folder, name + ending)));
      }
      return [name, { type: TYPES[path.extname(name)] ?? '', encodings }];
    }),
  );
  return { shell: shell.split('%NONCE%'), assets: new Map(assets) };
}
