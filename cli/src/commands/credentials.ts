import { type Command, Option } from 'commander';
import { confirm } from '../ask.ts';
import { contextOf } from '../context.ts';
import { say } from '../terminal.ts';
import { count } from './questions.ts';

const MAX_LISTED = 10_000;

/** Commands for API keys and clients. A secret is printed once, alone, to stdout. */
export function addCredentials(program: Command): void {
  addTokens(program);
  addClients(program);
}

const withScopes = (command: Command) =>
  command.requiredOption('--scopes <list>', 'scopes separated by commas, such as questions:read,analysis:run');
const scopesOf = (list: string) => list.split(',') as 'questions:read'[];
const withGrace = (command: Command) =>
  command.addOption(
    new Option('--grace <seconds>', 'seconds for which the old secret keeps working').argParser(seconds).default(3600),
  );
/** Accepts 0 as well. */
export const seconds = (given: string) => (given === '0' ? 0 : count(given));

function addTokens(program: Command): void {
  const tokens = program.command('token').description('manage API keys');
  tokens
    .command('list')
    .description('list API keys')
    .action(async (_: object, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const rows = await quaestor.tokens.list({}, { signal }).toArray(MAX_LISTED);
      show(rows, ['id', 'name', 'scopes', 'expires_at']);
    });
  tokens
    .command('get <id>')
    .description('show a key without its secret')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, showOne, signal } = await contextOf(command);
      showOne(await quaestor.tokens.get(id, { signal }));
    });
  withScopes(tokens.command('create <name>').description('create a key; its secret is printed once, alone, to stdout'))
    .option('--expires <time>', 'expiry, such as 2027-01-31T00:00:00Z')
    .action(async (name: string, { scopes, expires }: { scopes: string; expires?: string }, command: Command) => {
      const { quaestor, flags, showOne } = await contextOf(command);
      const end = expires === undefined ? {} : { expires_at: expires };
      const made = await quaestor.tokens.create({ name, scopes: scopesOf(scopes), ...end });
      if (flags.json === undefined) process.stdout.write(`${made.token}\n`);
      else showOne(made);
      say(`Created ${made.id}. The secret is shown only once.`);
    });
  withGrace(
    tokens.command('rotate <id>').description('replace the secret; the new one is printed once, alone, to stdout'),
  ).action(async (id: string, { grace }: { grace: number }, command: Command) => {
    const { quaestor, flags, showOne } = await contextOf(command);
    const made = await quaestor.tokens.rotate(id, { grace_seconds: grace });
    if (flags.json === undefined) process.stdout.write(`${made.token}\n`);
    else showOne(made);
    say(`${id} has a new secret, which is shown only once.`);
  });
  tokens
    .command('revoke <id>')
    .description('immediately revoke an API key')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, flags, done } = await contextOf(command);
      await confirm(flags, `Programs that use ${id} will stop working.`);
      done(await quaestor.tokens.revoke(id), `Revoked ${id}.`);
    });
}

function addClients(program: Command): void {
  const clients = program.command('client').description('manage OAuth clients');
  clients
    .command('list')
    .description('list OAuth clients')
    .action(async (_: object, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const rows = await quaestor.clients.list({}, { signal }).toArray(MAX_LISTED);
      show(rows, ['client_id', 'name', 'scopes', 'last_used_at']);
    });
  withScopes(
    clients.command('create <name>').description('create a client; its id and secret are printed once'),
  ).action(async (name: string, { scopes }: { scopes: string }, command: Command) => {
    const { quaestor, showOne } = await contextOf(command);
    showOne(await quaestor.clients.create({ name, scopes: scopesOf(scopes) }));
    say('The secret is shown only once.');
  });
  withGrace(clients.command('rotate <id>').description('replace the secret; the new one is printed once')).action(
    async (id: string, { grace }: { grace: number }, command: Command) => {
      const { quaestor, showOne } = await contextOf(command);
      showOne(await quaestor.clients.rotate(id, { grace_seconds: grace }));
      say('The secret is shown only once.');
    },
  );
  clients
    .command('delete <id>')
    .description('immediately delete an OAuth client and all its tokens')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, flags, done } = await contextOf(command);
      await confirm(flags, `Programs that use ${id} will stop working.`);
      done(await quaestor.clients.delete(id), `Deleted ${id}.`);
    });
}
