import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startService } from '../support/service.ts';
import { sharedPlace } from './shared-place.ts';

const ID = '019a8f00-0000-7000-8000-000000000001';
const ASSETS = path.resolve(import.meta.dirname, '../../console/dist/assets');
const KB = 1000;

/** The headers of a browser navigation, which Node's `fetch` does not set by itself. */
const navigate = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${sharedPlace().origin}${url}`, {
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-dest': 'document', ...headers },
  });

describe('pages', () => {
  it.each([
    ...['/', '/sign-in', '/questions', '/questions?q=moon', '/questions/new', `/questions/${ID}`],
    ...['/analyses', '/analyses/new', '/analyses/compare', `/analyses/${ID}`, `/analyses/${ID}/questions/${ID}`],
    ...[`/analyses/${ID}/pairs`, `/analyses/${ID}/pairs/${ID}`, '/trash', '/settings/categories', '/categories'],
    ...['/import', '/imports', `/imports/${ID}`, '/activity', '/comments', '/tokens', '/people', '/settings'],
    ...['/webhooks', `/webhooks/${ID}`],
  ])('%s serves the console to a browser', async (url) => {
    const reply = await navigate(url);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-cache');
    expect(reply.headers.get('vary')).toMatch(/Accept, Sec-Fetch-Dest/u);
    expect(await reply.text()).toContain('<div id="root">');
  });

  it.each(['/questions', '/questions/random', `/questions/${ID}`])('%s serves the API otherwise', async (url) => {
    const others = [{ accept: '*/*', 'sec-fetch-dest': 'empty' }, { accept: 'application/json' }];
    for (const headers of others) {
      const reply = await fetch(`${sharedPlace().origin}${url}`, {
        headers: { ...(headers as Record<string, string>), authorization: sharedPlace().authorization },
      });
      expect(reply.headers.get('content-type')).toMatch(/^application\/(?:problem\+)?json/u);
    }
  });

  it.each(['/docs', '/problems/timeout', '/openapi.json', '/questions/export?format=csv', '/v1/questions'])(
    '%s stays the same',
    async (url) => {
      expect(await (await navigate(url)).text()).not.toContain('<div id="root">');
    },
  );

  it.each(['/nope', '/questions/a/b/c'])('%s serves a page that says so to a browser', async (url) => {
    const reply = await navigate(url);
    expect(reply.status).toBe(404);
    expect(reply.headers.get('cache-control')).toBe('no-cache');
    expect(await reply.text()).toContain('<div id="root">');
    const forPrograms = await fetch(sharedPlace().origin + url);
    expect(forPrograms.headers.get('content-type')).toMatch(/^application\/problem\+json/u);
  });

  it('G1 have a strict policy with their own nonce, and cannot be framed', async () => {
    const [one, two] = await Promise.all([navigate('/'), navigate('/')]);
    const policy = one.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'self'; script-src 'self'; style-src 'self' 'nonce-[\w+/]{24}'; /u);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(two.headers.get('content-security-policy')).not.toBe(policy);
    const [, nonce = ''] = /'nonce-([^']+)'/u.exec(policy) ?? [];
    expect(await one.text()).toContain(`nonce="${nonce}"`);
  });
});

describe('files', () => {
  it('have names derived from their content and are cached forever, while other files do not exist', async () => {
    const [, script = ''] =
      /src="(\/console\/assets\/first-[^"]+\.js)"/u.exec(await (await navigate('/')).text()) ?? [];
    const reply = await fetch(sharedPlace().origin + script, { headers: { 'accept-encoding': 'br' } });
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(reply.headers.get('content-encoding')).toBe('br');
    expect(await reply.text()).toContain('createRoot');
    const plain = await fetch(sharedPlace().origin + script, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    for (const name of ['index-00000000.js', '..%2findex.html', '..%2f..%2fpackage.json', '%00']) {
      expect((await fetch(`${sharedPlace().origin}/console/assets/${name}`)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it('H1 take at most 250 KB of scripts and 25 KB of styles before the first page, and 40 KB for each further page', async () => {
    const shell = await (await navigate('/')).text();
    const first = [...shell.matchAll(/(?:src|href)="\/console\/assets\/([^"]+\.(?:js|css))"/gu)].map(
      ([, name = '']) => name,
    );
    const sizeOf = (name: string) => gzipSync(readFileSync(path.join(ASSETS, name)), { level: 9 }).length;
    const total = (ending: string) =>
      first.filter((name) => name.endsWith(ending)).reduce((sum, name) => sum + sizeOf(name), 0);
    const later = readdirSync(ASSETS).filter((name) => name.endsWith('.js') && !first.includes(name));
    process.stdout.write(
      `first load: ${Math.round(total('.js') / KB)} KB of scripts, ${Math.round(total('.css') / KB)} KB of styles, gzip\n`,
    );
    expect(total('.js')).toBeLessThanOrEqual(250 * KB);
    expect(total('.css')).toBeLessThanOrEqual(25 * KB);
    for (const name of later) expect(sizeOf(name), name).toBeLessThanOrEqual(40 * KB);
  });
});

it('serves a small page that says where to go with CONSOLE=false', async () => {
  const { databaseUrl, authorization } = sharedPlace();
  const token = authorization.replace('Bearer ', ''); // a different one would replace this one in the database
  const service = await startService(
    { DATABASE_URL: databaseUrl, BOOTSTRAP_TOKEN: token, CONSOLE: 'false', OVERLOAD_DELAY_MS: '0' },
    [],
    'api',
  );
  try {
    const home = await fetch(`${service.origin}/`, { headers: { accept: 'text/html' } });
    expect(await home.text()).toContain('This is its API');
    const list = await fetch(`${service.origin}/questions`, {
      headers: { accept: 'text/html', 'sec-fetch-dest': 'document' },
    });
    expect(list.headers.get('content-type')).toContain('application/problem+json');
    expect((await fetch(`${service.origin}/console/index.html`)).status).toBe(404);
  } finally {
    await service.end();
  }
});
