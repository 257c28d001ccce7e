import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Adds optional packages for other platforms to package-lock.json if a mirror without them has left them out: `npm ci`
 * rejects a lock file that lacks them, although it would not install them. Run after every `npm install`.
 */
interface Entry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const file = new URL('../../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'];

for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const known = [`${place}/node_modules/${name}`, `node_modules/${name}`].some((path) => path in lock.packages);
    if (known || !/^\d/u.test(version)) continue;
    const words = name.split(/[/-]/u);
    const cpu = PROCESSORS.find((processor) => words.includes(processor));
    const os = SYSTEMS.find((system) => words.includes(system));
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu !== undefined && { cpu: [cpu] }),
      ...(entry.dev === true && { dev: true }),
      ...(words.includes('musl') && { libc: ['musl'] }),
      optional: true,
      ...(os !== undefined && { os: [os] }),
    };
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([left], [right]) => (left < right ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
