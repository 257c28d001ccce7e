import type { Command } from 'commander';
import { runRole } from '../server-package.ts';

/** As `@quaestor/server` has them: by the name here, its role and what it does. */
const ROLES: readonly (readonly [name: string, role: string, description: string])[] = [
  ['migrate', 'migrate', 'bring the database to the schema of this version'],
  ['verify', 'verify', 'compute all derived data again and compare'],
  ['backup', 'backup', 'write a backup of the whole database'],
  ['restore', 'restore', 'restore a backup into an empty database'],
  ['move-to', 'move-to', 'copy the whole bank into another, empty database'],
  ['token', 'admin-token', "make a new operator's token"],
  ['link', 'admin-link', 'make a link to sign in as the first administrator'],
];

export function addAdmin(program: Command): void {
  const admin = program
    .command('admin')
    .summary('what operators do to a database')
    .description('what operators do to a database: that of DATABASE_URL, or of the service in this folder');
  for (const [name, role, description] of ROLES)
    admin
      .command(name)
      .description(`${description}; --help explains its options`)
      .argument('[options...]')
      .helpOption(false)
      .allowUnknownOption()
      .action((options: string[]) => runRole(role, options));
}
