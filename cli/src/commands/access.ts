import type { Command } from 'commander';
import { Quaestor } from '../../../client/src/index.ts';
import { readSecret } from '../ask.ts';
import { contextOf, type GlobalFlags } from '../context.ts';
import { CommandError, EXIT } from '../exit.ts';
import { DEFAULT_URL, readProfiles, writeProfiles } from '../profiles.ts';
import { say } from '../terminal.ts';

export function addAccess(program: Command): void {
  program
    .command('login')
    .summary('save a token, read from stdin, in a profile')
    .description('save a token, read from stdin, in a profile; QUAESTOR_TOKEN takes precedence')
    .option('--name <profile>', 'name of the profile (default: the current one, unless --url names another service)')
    .action(async (given: { name?: string }, command: Command) => {
      const flags = command.optsWithGlobals<GlobalFlags>();
      const { current, profiles } = await readProfiles();
      const elsewhere = flags.url ?? process.env['QUAESTOR_URL'];
      const name = given.name ?? flags.profile ?? (elsewhere === undefined ? current : 'default');
      const url = elsewhere ?? profiles[name]?.url ?? DEFAULT_URL;
      const token = await readSecret(flags, `Token for ${url} (hidden): `);
      if (token === '') throw new CommandError('stdin has no token.', EXIT.usage, 'Try: quaestor login < token-file');
      const { scopes } = await new Quaestor({ baseUrl: url, token }).tokens.current();
      await writeProfiles({ current: name, profiles: { ...profiles, [name]: { url, token } } });
      say(`Logged in to ${url} as "${name}" with ${scopes.join(', ')}.`);
      say('Next: quaestor question list');
    });

  program
    .command('logout')
    .description('delete the token of a profile')
    .option('--name <profile>', 'name of the profile')
    .action(async ({ name }: { name?: string }) => {
      const { current, profiles } = await readProfiles();
      const chosen = name ?? current;
      const { [chosen]: gone, ...rest } = profiles;
      if (gone === undefined) throw new CommandError(`There is no profile "${chosen}".`, EXIT.notFound);
      const next = chosen === current ? (Object.keys(rest)[0] ?? 'default') : current;
      await writeProfiles({ current: next, profiles: rest });
      say(`Deleted the token of ${chosen} here. It is still valid; quaestor token revoke ends it.`);
    });

  program
    .command('whoami')
    .description('show the current token and its scopes')
    .action(async (_: object, command: Command) => {
      const { quaestor, showOne } = await contextOf(command);
      showOne(await quaestor.tokens.current());
    });

  program
    .command('status')
    .description('show the URL of the service and whether it is ready')
    .action(async (_: object, command: Command) => {
      const { quaestor, profile, showOne } = await contextOf(command);
      const { response } = await quaestor.system.health().withResponse();
      const readiness = await quaestor.system.readiness().then(
        () => 'ready',
        (error: Error) => error.message,
      );
      const token = profile.token === undefined ? 'none' : 'sent';
      showOne({ url: profile.url, api_version: response.headers.get('api-version'), readiness, token });
      if (readiness !== 'ready') process.exitCode = EXIT.failure;
    });
}
