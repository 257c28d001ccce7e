import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { CommandError, EXIT } from './exit.ts';

export interface Profile {
  url: string;
  token?: string;
  /** For a service on this machine: the file with the operator's token. */
  token_file?: string;
}

interface Stored {
  current: string;
  profiles: Record<string, Profile>;
}

export const DEFAULT_URL = 'http://127.0.0.1:8080';
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const NONE: Stored = { current: 'default', profiles: {} };

export function profilesFile(): string {
  const base =
    process.env['QUAESTOR_CONFIG'] ??
    path.join(process.env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config'), 'quaestor');
  return path.join(base, 'profiles.json');
}

export async function readProfiles(): Promise<Stored> {
  const text = await readFile(profilesFile(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return NONE;
  try {
    return JSON.parse(text) as Stored;
  } catch {
    throw new CommandError(`${profilesFile()} is not valid JSON.`, EXIT.failure, 'Delete it and log in again.');
  }
}

/** The file is private, so that other users of the machine cannot read the token. */
export async function writeProfiles(stored: Stored): Promise<void> {
  await mkdir(path.dirname(profilesFile()), { recursive: true, mode: 0o700 });
  await writeFile(profilesFile(), `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
  await chmod(profilesFile(), 0o600);
}

/**
 * Options take precedence over the environment, which takes precedence over the profile. A service in this folder has
 * its token in a file.
 */
export async function chooseProfile(flags: { url?: string; profile?: string }): Promise<Profile> {
  const { current, profiles } = await readProfiles();
  const name = flags.profile ?? process.env['QUAESTOR_PROFILE'] ?? current;
  const stored = profiles[name];
  if (flags.profile !== undefined && stored === undefined) {
    const known = Object.keys(profiles).join(', ') || 'none';
    throw new CommandError(`There is no profile "${flags.profile}".`, EXIT.usage, `Known profiles: ${known}.`);
  }
  const url = flags.url ?? process.env['QUAESTOR_URL'] ?? stored?.url ?? DEFAULT_URL;
  const token = process.env['QUAESTOR_TOKEN'] ?? (await keptToken(url, stored)) ?? (await tokenOfFolder(url));
  return { url, ...(token !== undefined && { token }) };
}

/** A token is sent only to its own service. */
async function keptToken(url: string, stored: Profile | undefined): Promise<string | undefined> {
  if (stored?.url !== url) return undefined;
  return stored.token ?? (stored.token_file === undefined ? undefined : readToken(stored.token_file));
}

export function isLoopback(url: string): boolean {
  return URL.canParse(url) && LOOPBACK.includes(new URL(url).hostname);
}

/** A service in this folder runs on this machine. */
async function tokenOfFolder(url: string): Promise<string | undefined> {
  return isLoopback(url) ? readToken(path.join('.quaestor', 'admin-token')) : undefined;
}

async function readToken(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text?.trim();
}
