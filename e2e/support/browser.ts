import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Debian's Chromium, or the one in `CHROMIUM`. The headless shell is a quarter faster. */
const SHELL = '/usr/bin/chromium-headless-shell';
const EXECUTABLE = process.env['CHROMIUM'] ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium');

/** Without a browser, the tests that need it are skipped, except in CI, where they fail. */
export const hasBrowser = existsSync(EXECUTABLE);
if (!hasBrowser && process.env['CI'] === 'true') throw new Error('chromium is not installed');
if (!hasBrowser) process.stdout.write('SKIPPED: chromium is not installed, nothing is tried in a browser\n');

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] }); // its sandbox does not work as root
}

interface Credential {
  credentialId: string;
  isResidentCredential: boolean;
  rpId?: string;
  privateKey: string;
  userHandle?: string;
  signCount: number;
}

/** Adds a virtual authenticator whose user is always present and verified. */
export interface VirtualAuthenticator {
  credentials(): Promise<Credential[]>;
  add(credential: Credential): Promise<void>;
  clear(): Promise<void>;
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    add: async (credential) => {
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
    clear: async () => {
      await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
    },
  };
}
