import { RELEASE } from '../e2e/parts.ts';

/**
 * The parts that `npm run release-check` runs in addition to `.ci/run`, at full size. For a change, run the parts of
 * the folders it touches: `npm run parts` prints the table, and the parts that the changed files require.
 */
export interface Part {
  name: string;
  about: string;
  /** Folders and files, relative to the root. */
  rooms: readonly string[];
  steps: readonly Step[];
}

export interface Step {
  /** An npm script with its arguments. */
  command: readonly string[];
  /** In a Vitest run, every test is counted; any other step counts as one check. */
  counts: 'tests' | 'one';
  environment?: Readonly<Record<string, string>>;
}

const tests = (...command: string[]): Step => ({ command, counts: 'tests' });
/** Uses random values that the gate does not use. */
const newSeeds = (script: string): Step => ({ ...tests(script), environment: { PROPERTY_SEED: 'random' } });
const check = (...command: string[]): Step => ({ command, counts: 'one' });
const endToEnd = (part: string): Step =>
  tests('e2e:release', ...(RELEASE[part] ?? []).map((name) => `e2e/${name}.test.ts`));

export const PARTS: readonly Part[] = [
  {
    name: 'heavy',
    about: 'whole corpora, random banks, limits at ten times their size',
    rooms: ['server/src/analysis', 'server/src/domain', 'server/src/formats', 'server/src/limits', 'server/src/plots'],
    steps: [newSeeds('test:pure'), newSeeds('test:heavy'), tests('mutated-files')],
  },
  {
    name: 'properties',
    about: 'models, walks and searches on PostgreSQL 15 and 18, fuzzing with 200,000 requests',
    rooms: ['server/src/plugins', 'server/src/routes', 'server/src/store', 'server/src/access', 'server/migrations'],
    steps: [tests('test:db-heavy'), tests('properties'), tests('fuzz:release'), tests('outbox'), tests('guesses')],
  },
  {
    name: 'times',
    about: 'event-loop delays, overload, timing that could reveal a secret: alone, and next to a second process',
    rooms: ['server/src/plugins', 'server/src/limits', 'server/src/access'],
    steps: [tests('times')],
  },
  {
    name: 'worst',
    about: 'the most expensive requests, then an attack with them',
    rooms: ['server/src/plugins', 'server/src/routes', 'server/src/store', 'server/src/limits'],
    steps: [check('worst', '--minutes', '20')],
  },
  {
    name: 'bench',
    about: 'short benchmarks, compared with their floors',
    rooms: ['server/src/plugins', 'server/src/routes', 'server/src/store', 'server/src/cached', 'bench'],
    steps: [check('bench', 'quick')],
  },
  {
    name: 'faults',
    about: 'lost processes, a lost, silent or full database, exhaustion or a wrong clock during every kind of work',
    rooms: ['server/src/worker', 'server/src/queue', 'server/src/store', 'server/src/bin', 'server/src/plugins/load'],
    steps: [endToEnd('faults')],
  },
  {
    name: 'nodes',
    about: 'several nodes, a replica, Redis, rolling restarts, upgrades',
    rooms: ['server/src/access', 'server/src/bin', 'server/src/routes/events', 'server/src/store', 'server/migrations'],
    steps: [endToEnd('nodes')],
  },
  {
    name: 'webhooks',
    about: 'receivers that fail in every way, killed workers and receivers',
    rooms: ['server/src/worker/webhooks', 'server/src/store/webhooks', 'server/src/routes/webhooks'],
    steps: [endToEnd('webhooks')],
  },
  {
    name: 'backup',
    about: 'lost, truncated, changed and moved backups',
    rooms: ['server/src/store/backup', 'server/src/bin', 'server/migrations'],
    steps: [endToEnd('backup')],
  },
  {
    name: 'packaging',
    about: 'image, Kubernetes, systemd, monitoring, packages, shells, tutorials',
    rooms: ['deploy', 'compose.yaml', 'cli', 'server/src/metrics', 'docs/tutorials', 'package.json'],
    steps: [endToEnd('packaging')],
  },
  {
    name: 'clients',
    about: 'client, command line and assistants in every Node, terminal and browser',
    rooms: ['client', 'cli', 'mcp', 'server/src/routes/mcp'],
    steps: [endToEnd('clients')],
  },
  {
    name: 'console',
    about: 'every page and state: hostile texts, keyboard only, screenshots, languages, a bank of 50,000',
    rooms: ['console', 'server/src/routes/console'],
    steps: [tests('console:release')],
  },
];
