import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atFileEnd } from '../../file-end.ts';

/** The person whom the provider signs in, and how it misbehaves. */
export interface Behaviour {
  subject: string;
  email: string;
  email_verified?: boolean;
  /** Whether only the userinfo endpoint returns the address. */
  userinfo?: boolean;
  /** The key that signs ID tokens; it is published unless it is `unpublished`. */
  key?: 'first' | 'second' | 'unpublished';
  /** Replaces claims of the ID token. */
  claims?: Readonly<Record<string, unknown>>;
  declines?: boolean;
  /** Suffixes of paths that get no reply, an oversized one, or 500. */
  stalls?: readonly string[];
  floods?: readonly string[];
  fails?: readonly string[];
}

export interface TestProvider {
  issuer: string;
  behave(behaviour: Behaviour): Promise<void>;
  /** Follows the redirect of the service through the provider, and returns the address to which that redirects back. */
  visit(url: string): Promise<string>;
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./openid-provider-process.ts', import.meta.url));

export async function startOpenidProvider(redirectUri: string): Promise<TestProvider> {
  const child = spawn(process.execPath, [PROGRAM, redirectUri], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  atFileEnd(stop);
  const [port] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  const issuer = `http://127.0.0.1:${Number(port.toString())}`;
  return {
    issuer,
    stop,
    behave: async (behaviour) => {
      const { status } = await fetch(`${issuer}/behaviour`, { method: 'PUT', body: JSON.stringify(behaviour) });
      if (status !== 200) throw new Error(`the provider replies with ${status}`);
    },
    visit: (url) => visit(issuer, url),
  };
}

const MAX_STEPS = 10;

async function visit(issuer: string, start: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let step = 0; step < MAX_STEPS && url.startsWith(issuer); step += 1) {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = reply.headers.get('location');
    if (location === null) throw new Error(`the provider replies with ${reply.status}: ${await reply.text()}`);
    url = new URL(location, url).href;
  }
  return url;
}
