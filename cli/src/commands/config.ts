import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { CommandError, EXIT } from '../exit.ts';
import { type Profile, profilesFile, readProfiles, writeProfiles } from '../profiles.ts';
import { say } from '../terminal.ts';

const KEYS = 'profile (the current one), url (of that profile), file (of the profiles; read-only)';

export function addConfig(program: Command): void {
  const config = program.command('config').description('manage profiles, which name the service and its token');

  config
    .command('list')
    .description('list all profiles, without their tokens')
    .action(async (_: object, command: Command) => {
      const { show } = await contextOf(command);
      const { current, profiles } = await readProfiles();
      const rows = Object.entries(profiles).map(([name, profile]) => ({
        profile: name,
        used: name === current,
        url: profile.url,
        token: tokenOf(profile),
      }));
      show(rows, ['profile', 'used', 'url', 'token']);
    });

  config
    .command('get <key>')
    .description(KEYS)
    .action(async (key: string, _: object, command: Command) => {
      const { flags, showOne } = await contextOf(command);
      const value = await valueOf(key);
      if (flags.json === undefined) process.stdout.write(`${value}\n`);
      else showOne({ [key]: value });
    });

  config
    .command('set <key> <value>')
    .description(
      'set profile <name> or url <address>; a new address deletes the token, which is for its own service only',
    )
    .action(async (key: string, value: string) => {
      const { current, profiles } = await readProfiles();
      if (key === 'profile') {
        const chosen = profiles[value];
        if (chosen === undefined) throw unknownProfile(value, profiles);
        await writeProfiles({ current: value, profiles });
        say(`Commands now go to ${chosen.url}.`);
      } else if (key === 'url') {
        if (!/^https?:$/u.test(URL.canParse(value) ? new URL(value).protocol : ''))
          throw new CommandError(`"${value}" is no address.`, EXIT.usage, 'Such as https://quiz.example.org');
        await writeProfiles({ current, profiles: { ...profiles, [current]: { url: value } } });
        say(`Commands now go to ${value}. Next: quaestor login`);
      } else throw unknownKey(key);
    });
}

function tokenOf({ token, token_file }: Profile): string {
  return token_file ?? (token === undefined ? 'none' : 'kept');
}

async function valueOf(key: string): Promise<string> {
  const { current, profiles } = await readProfiles();
  if (key === 'profile') return current;
  if (key === 'file') return profilesFile();
  if (key !== 'url') throw unknownKey(key);
  const profile = profiles[current];
  if (profile === undefined) throw unknownProfile(current, profiles);
  return profile.url;
}

const unknownKey = (key: string) => new CommandError(`There is no key "${key}".`, EXIT.usage, `Keys: ${KEYS}.`);

function unknownProfile(name: string, profiles: Record<string, Profile>): CommandError {
  const known = Object.keys(profiles).join(', ') || 'none';
  return new CommandError(`There is no profile "${name}".`, EXIT.notFound, `Known profiles: ${known}.`);
}
