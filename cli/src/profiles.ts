import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { CommandError, EXIT } from './exit.ts';

export interface Profile {
  url: string;
  token?: string;
}

interface Stored {
  current: string;
  profiles: Record<string, Profile>;
}

const DEFAULT_URL = 'http://127.0.0.1:8080';
const NONE: Stored = { current: 'default', profiles: {} };

function file(): string {
  const base =
    process.env['QUAESTOR_CONFIG'] ??
    path.join(process.env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config'), 'quaestor');
  return path.join(base, 'profiles.json');
}

export async function readProfiles(): Promise<Stored> {
  const text = await readFile(file(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return NONE;
  try {
    return JSON.parse(text) as Stored;
  } catch {
    throw new CommandError(`${file()} is no JSON.`, EXIT.failure, 'Delete it and log in again.');
  }
}

/** Nobody else on the machine may read the token. */
export async function writeProfiles(stored: Stored): Promise<void> {
  await mkdir(path.dirname(file()), { recursive: true, mode: 0o700 });
  await writeFile(file(), `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
  await chmod(file(), 0o600);
}

/** By flag, else by environment, else by the profile; a service of this folder has its token in a file. */
export async function chooseProfile(flags: { url?: string; profile?: string }): Promise<Profile> {
  const { current, profiles } = await readProfiles();
  const name = flags.profile ?? process.env['QUAESTOR_PROFILE'] ?? current;
  const stored = profiles[name];
  if (flags.profile !== undefined && stored === undefined) {
    const known = Object.keys(profiles).join(', ') || 'none';
    throw new CommandError(`There is no profile "${flags.profile}".`, EXIT.usage, `Known profiles: ${known}.`);
  }
  const url = flags.url ?? process.env['QUAESTOR_URL'] ?? stored?.url ?? DEFAULT_URL;
  const token =
    process.env['QUAESTOR_TOKEN'] ?? (stored?.url === url ? stored.token : undefined) ?? (await localToken());
  return { url, ...(token !== undefined && { token }) };
}

async function localToken(): Promise<string | undefined> {
  const text = await readFile(path.join('.quaestor', 'admin-token'), 'utf8').catch(() => undefined);
  return text?.trim();
}
