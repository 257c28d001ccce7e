#!/usr/bin/env node
import { COMMAND } from './command.ts';
import { endLikeOthers } from './first-process.ts';

interface Role {
  summary: string;
  /** A role runs as soon as its module is loaded. */
  run(): Promise<unknown>;
}

const roles: Readonly<Record<string, Role>> = {
  start: { summary: 'Run everything in one process, with its own PostgreSQL', run: () => import('./start.ts') },
  api: { summary: 'Serve the API', run: () => import('./api.ts') },
  worker: { summary: 'Run analyses and other background work', run: () => import('./worker.ts') },
  migrate: { summary: 'Migrate the database to the schema of this version', run: () => import('./migrate.ts') },
  verify: { summary: 'Recompute and compare all derived data', run: () => import('./verify.ts') },
  'admin-token': { summary: "Create a new operator's token", run: () => import('./admin-token.ts') },
  'admin-link': {
    summary: 'Create a link to sign in as the first administrator',
    run: () => import('./admin-link.ts'),
  },
  backup: { summary: 'Write a backup of the whole database', run: () => import('./backup.ts') },
  restore: { summary: 'Restore a backup into an empty database', run: () => import('./restore.ts') },
  'move-to': { summary: 'Copy the whole bank into another, empty database', run: () => import('./move-to.ts') },
  healthcheck: { summary: 'Check the health of the local API or worker', run: () => import('./healthcheck.ts') },
};

const MIN_NODE_VERSION = 24;
const USAGE = `Usage: ${COMMAND} <role> [options]`;

function help(): string {
  const lines = Object.entries(roles).map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}\n`);
  return `${USAGE}\n\nRoles:\n${lines.join('')}\n\`${COMMAND} <role> --help\` explains a role and its options.\n`;
}

function fail(message: string, code: number): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

if (Number.parseInt(process.versions.node, 10) < MIN_NODE_VERSION)
  fail(`Node.js ${MIN_NODE_VERSION} or newer is required; this is ${process.versions.node}.`, 1);
const name = process.argv[2] ?? '';
if (name === '--help' || name === '-h') {
  process.stdout.write(help());
} else {
  const known = Object.keys(roles).join(', ');
  const role = Object.hasOwn(roles, name) ? roles[name] : undefined;
  if (role === undefined)
    fail(`${name === '' ? 'A role is required' : `Unknown role \`${name}\``}. ${USAGE}\nRoles: ${known}`, 64);
  endLikeOthers();
  await role.run();
}
