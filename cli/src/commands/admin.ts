import type { Command } from 'commander';
import { runRole } from '../server-package.ts';

/** The programs of `@quaestor/server`: the name here, the role there, and a description. */
const ROLES: readonly (readonly [name: string, role: string, description: string])[] = [
  ['migrate', 'migrate', 'migrate the database to the schema of this version'],
  ['verify', 'verify', 'recompute all derived data and compare it'],
  ['backup', 'backup', 'write a backup of the whole database'],
  ['restore', 'restore', 'restore a backup into an empty database'],
  ['move-to', 'move-to', 'copy the whole bank into another, empty database'],
  ['token', 'admin-token', "create a new operator's token"],
  ['link', 'admin-link', 'create a link to sign in as the first administrator'],
];

export function addAdmin(program: Command): void {
  const admin = program
    .command('admin')
    .summary('maintain a database')
    .description('maintain the database at DATABASE_URL, or that of the service in this folder');
  for (const [name, role, description] of ROLES)
    admin
      .command(name)
      .description(`${description}; --help explains its options`)
      .argument('[options...]')
      .helpOption(false)
      .allowUnknownOption()
      .action((options: string[]) => runRole(role, options));
}
