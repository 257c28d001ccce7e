import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../src/config/config.ts';
import { settings } from '../src/config/settings.ts';

/** compose.yaml against what it names: settings, files, roles, ports; and what it promises: no secret, no right too many. */
interface Service {
  image: string;
  command?: string[];
  profiles?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  healthcheck?: object;
  depends_on?: Record<string, { condition: string }> | string[];
  secrets?: (string | { source: string })[];
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const text = readFileSync(path.join(ROOT, 'compose.yaml'), 'utf8');
const compose = parse(text, { merge: true, strict: true, uniqueKeys: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { environment: string }>;
};
const services = Object.entries(compose.services);
const own = services.filter(([, { image }]) => image.includes('quaestor'));
const variables = new Set(Object.values(settings).map(({ variable }) => variable));

it('has PostgreSQL, the three roles, and what watches them', () => {
  const usual = services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name);
  expect(usual).toEqual(['postgres', 'migrate', 'api', 'worker']);
  expect(own.map(([name, { command }]) => [name, command])).toEqual(
    ['migrate', 'api', 'worker'].map((role) => [role, [role]]),
  );
  const watching = services.filter(([, { profiles }]) => profiles?.includes('monitoring')).map(([name]) => name);
  expect(watching).toEqual(['prometheus', 'node-exporter', 'grafana']);
});

it('starts in order: database, migration, the rest', () => {
  expect(compose.services['migrate']?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(compose.services['postgres']?.healthcheck).toBeDefined();
  for (const role of ['api', 'worker'])
    expect(compose.services[role]?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
});

describe.each(own)('%s', (_name, { environment = {} }) => {
  it('sets settings that exist', () => {
    expect(Object.keys(environment).filter((variable) => !variables.has(variable))).toEqual([]);
  });

  it('sets them to values that are allowed', () => {
    const filled = Object.entries(environment).map(([variable, value]) => [variable, interpolate(value)] as const);
    expect(() => readConfig(Object.fromEntries(filled))).not.toThrow();
  });
});

it.each(services)('%s may do no more than it needs', (name, service) => {
  expect(service.cap_drop).toEqual(['ALL']);
  expect(service.security_opt).toEqual(['no-new-privileges:true']);
  for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/u);
  const takesSecretsFromDocker = service.secrets !== undefined; // which writes them into the root of the container
  expect(service.read_only ?? false, name).toBe(!takesSecretsFromDocker);
});

it.each(own)('%s has 45 s to stop', (_name, service) => {
  expect(service.stop_grace_period).toBe('45s');
});

it('mounts volumes that it declares and files that exist', () => {
  const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''));
  const named = sources.filter((source) => !/^[./]/u.test(source));
  expect(named.sort()).toEqual(Object.keys(compose.volumes).sort());
  const files = sources.filter((source) => source.startsWith('./'));
  expect(files.length).toBeGreaterThan(0);
  const there = existsSync(path.join(ROOT, 'deploy/monitoring')) ? files : [];
  expect(there.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

describe('secrets', () => {
  const SECRET = /PASSWORD|TOKEN|SECRET|_URL$/u;
  const REQUIRED = /\$\{(?:POSTGRES_PASSWORD|BOOTSTRAP_TOKEN):\?[^}]+\.env\}/u;

  it('come from outside, each required with a sentence that helps', () => {
    const given = services.flatMap(([, { environment = {} }]) => Object.entries(environment));
    const secret = given.filter(([name]) => SECRET.test(name) && name !== 'PUBLIC_URL');
    expect(secret.length).toBeGreaterThan(3);
    for (const [name, value] of secret)
      expect(value, name).toMatch(name.endsWith('__FILE') ? /^\/run\/secrets\// : REQUIRED);
  });

  it('of monitoring are taken from the environment', () => {
    for (const [name, secret] of Object.entries(compose.secrets)) {
      expect(Object.keys(secret), name).toEqual(['environment']);
    }
  });

  it('are made by the line at the head of the file', () => {
    const [, names = ''] = /for name in ([A-Z_ ]+); do echo "\$name=\$\(openssl rand -hex 24\)"/u.exec(text) ?? [];
    const required = [...text.matchAll(/\$\{(\w+):\?/gu)].map(([, name]) => name);
    expect(new Set(names.split(' '))).toEqual(new Set(required));
  });
});

/** `${NAME:-default}` as with an empty `.env`, `${NAME:?message}` as with a secret. */
function interpolate(value: string): string {
  return value
    .replaceAll(/\$\{\w+:-([^}]*)\}/gu, '$1')
    .replaceAll(/\$\{\w+:\?[^}]*\}/gu, '0123456789abcdef0123456789abcdef');
}
