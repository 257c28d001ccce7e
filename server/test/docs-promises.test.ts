import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { analysisTypes } from '../src/analysis/index.ts';
import { settings } from '../src/config/settings.ts';
import { SCOPES } from '../src/domain/tokens/scope.ts';
import { catalogue, violationCodes } from '../src/errors.ts';
import { openApiFile } from './http/openapi-file.ts';
import { listCodeBlocks, proseOf } from './markdown.ts';

/**
 * Everything that the documentation names must exist, and everything that exists must be documented: settings, paths,
 * scripts, scopes, codes, decisions.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const documents: string[] = [];
for await (const file of glob('**/*.md', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist', '.quaestor', 'coverage'],
}))
  documents.push(file);
documents.sort();

/** Texts in backquotes outside fenced blocks. */
const codeOf = (markdown: string) => [...proseOf(markdown).matchAll(/`([^`\n]+)`/gu)].map((match) => match[1] ?? '');
const shellOf = (markdown: string) => listCodeBlocks(markdown).filter(({ language }) => language === 'sh');

const variables = new Set<string>(Object.values(settings).map(({ variable }) => variable));
/** Variables of tests, programs and files of ours, not of the service; and names of constants. */
const OTHER_VARIABLES = new Set([
  'TEST_DATABASE_URL',
  'FUZZ_RUNS',
  'FUZZ_SEED',
  'FAULT_RUNS',
  'ROLLING_RESTARTS',
  'OUTBOX_EVENTS',
  'CONSOLE_TIMES',
  'UPDATE_PICTURES',
  'MUTATED_FILES',
  'WEBHOOK_EVENTS',
  'WEBHOOK_SECRET',
  'NODE_ENV',
  'OTEL_SERVICE_NAME',
  'OTEL_RESOURCE_ATTRIBUTES',
  'NODE_OPTIONS',
  'FLAWS_VERSION',
  'POSTGRES_PASSWORD',
  'QUAESTOR_IMAGE',
  'QUAESTOR_PORT',
  'METRICS_TOKEN',
  'GRAFANA_PASSWORD',
  'QUAESTOR_URL',
  'QUAESTOR_TOKEN',
]);
const SETTING = /^([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=.*)?$/u;

const manifests = ['.', 'server', 'client', 'cli', 'mcp', 'console', 'e2e', 'bench'].map(
  (folder) => JSON.parse(read(path.join(folder, 'package.json'))) as Record<string, Record<string, string> | undefined>,
);
const scripts = Object.keys(manifests[0]?.['scripts'] ?? {});
const packages = manifests.flatMap((manifest) =>
  ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) => Object.entries(manifest[kind] ?? {})),
);

/** Paths that openapi.json does not describe: those of plugins, and the endpoint for assistants. */
const UNDESCRIBED = ['GET /openapi.json', 'GET /docs', 'POST /mcp'];
const known = [
  ...UNDESCRIBED,
  ...Object.entries(openApiFile.paths).flatMap(([url, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`),
  ),
];
const shape = (request: string) =>
  request
    .replace(' /v1/', ' /')
    .replace(/[?#].*$/u, '')
    .replace(/\{[^}]*\}(?:\.\w+(?:\|\w+)?)?|\$\w+|:\w+/gu, '{}');
const shapes = new Set(known.map(shape));
const pathShapes = new Set([...shapes].map((request) => request.replace(/^\w+ /u, '')));

const codes = new Map([
  ...Object.keys(violationCodes).map((code) => [code, 400] as const),
  ...Object.entries(catalogue).map(([code, { status }]) => [code, status] as const),
]);
/** RFC 6749, 5.2. */
const OAUTH_ERRORS = new Set(['invalid_client', 'invalid_request', 'invalid_scope']);

describe.each(documents)('%s', (file) => {
  const markdown = read(file);
  const code = codeOf(markdown);

  it('names settings that exist', () => {
    const assigned = shellOf(markdown).flatMap(({ text }) =>
      [...text.matchAll(/^(?:export )?([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)=\S* *(?:np[mx]|node|$)/gmu)].map(
        (match) => match[1] ?? '',
      ),
    );
    const named = [...code.map((text) => SETTING.exec(text)?.[1] ?? ''), ...assigned].filter((name) => name !== '');
    const unknown = named.filter((name) => !variables.has(name) && !OTHER_VARIABLES.has(name));
    expect(unknown).toEqual([]);
  });

  it('names operations that exist', () => {
    const named = code.flatMap((text) => /^(?:GET|POST|PUT|PATCH|DELETE) \/[^\s`]*/u.exec(text)?.[0] ?? []);
    expect(named.filter((request) => !shapes.has(shape(request)) && !/[*…]/u.test(request))).toEqual([]);
  });

  it('calls paths that exist', () => {
    const called = shellOf(markdown).flatMap(({ text }) =>
      [...text.matchAll(/https?:\/\/127\.0\.0\.1:8080(\/[^\s'"?]*)/gu)].map((match) => match[1] ?? ''),
    );
    const unknown = called.filter((url) => {
      const parts = shape(` ${url}`)
        .trim()
        .replace(/\/[\w-]+\.(?:svg|png)$/u, '/{}');
      return ![...pathShapes].some((known) => matches(known, parts));
    });
    expect(unknown).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const named = code.flatMap((text) => /^npm run ([\w:-]+)/u.exec(text)?.[1] ?? []);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('names scopes that exist', () => {
    const resources = [...new Set(SCOPES.map((scope) => scope.split(':')[0]))].join('|');
    const named = code.flatMap((text) => new RegExp(`^(?:${resources}):[a-z]+$`, 'u').exec(text)?.[0] ?? []);
    expect(named.filter((name) => !SCOPES.includes(name as never))).toEqual([]);
  });

  it('names problem codes with their statuses', () => {
    const named = [...proseOf(markdown).matchAll(/\b([45]\d\d) `([a-z]+(?:_[a-z]+)*)`/gu)];
    const wrong = named.filter(
      ([, status, code = '']) => codes.get(code) !== Number(status) && !OAUTH_ERRORS.has(code),
    );
    expect(wrong.map(([text]) => text)).toEqual([]);
  });

  it('has shell blocks that a shell can read', () => {
    const broken = shellOf(markdown).filter(({ text }) => {
      try {
        execFileSync('sh', ['-n'], { input: text.replaceAll('…', 'x'), stdio: ['pipe', 'pipe', 'pipe'] });
        return false;
      } catch {
        return true;
      }
    });
    expect(broken.map(({ line }) => line)).toEqual([]);
  });
});

/** Compares a called path with a documented one, part by part. */
function matches(described: string, called: string): boolean {
  const [wanted, given] = [described.split('/'), called.replace(/\/$/u, '').split('/')];
  return wanted.length === given.length && wanted.every((part, index) => part === '{}' || part === given[index]);
}

describe('docs/how-to/manage-access.md', () => {
  const rows = [...read('docs/how-to/manage-access.md').matchAll(/^\| `(\w+:\w+)`\s*\|(.*)\|$/gmu)];
  const used = new Set(
    Object.values(openApiFile.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ security = [] }) => security.flatMap(({ bearer }) => bearer)),
    ),
  );

  it('has every scope', () => {
    expect(rows.map(([, scope]) => scope).sort()).toEqual([...SCOPES].sort());
  });

  it('marks exactly the scopes without operations as unused', () => {
    const empty = rows.filter(([, , meaning]) => meaning?.includes('yet')).map(([, scope]) => scope);
    expect(empty).toEqual(rows.map(([, scope = '']) => scope).filter((scope) => !used.has(scope)));
  });
});

it('docs/reference/configuration.md has every setting', () => {
  const named = [...read('docs/reference/configuration.md').matchAll(/^\| `([A-Z_]+)`/gmu)].map((match) => match[1]);
  expect(named).toEqual([...variables]);
});

it('docs/reference/api-conventions.md lists every operation', () => {
  const text = read('docs/reference/api-conventions.md');
  const listed = new Set(codeOf(text).map(shape));
  // A method alone refers to the path before it in the same cell.
  const cells = [...text.matchAll(/^\| (`[^|]+`) *\|/gmu)].flatMap(([, cell = '']) => {
    const parts = [...cell.matchAll(/`([A-Z]+)(?: ([^`]+))?`/gu)];
    return parts.map(([, method = '', url], index) => `${method} ${url ?? parts[index - 1]?.[2] ?? ''}`);
  });
  for (const request of cells) listed.add(shape(request));
  expect([...shapes].filter((request) => !listed.has(request))).toEqual([]);
});

it('the README and docs/how-to/run-analyses.md name every kind of analysis', () => {
  for (const file of ['README.md', 'docs/how-to/run-analyses.md']) {
    const text = read(file);
    const missing = analysisTypes.filter(({ name }) => !text.includes(`\`${name}\``) && !text.includes(`"${name}"`));
    expect(missing.map(({ name }) => `${file}: ${name}`)).toEqual([]);
  }
});

describe('docs/README.md', () => {
  it('lists every decision, in order', () => {
    const files = readdirSync(path.join(ROOT, 'docs/decisions')).filter((file) => /^\d{4}-/u.test(file));
    const expected = files.sort().map((file) => `decisions/${file}`);
    const listed = [...read('docs/README.md').matchAll(/^ +\d+\. \[.+\]\((decisions\/.+)\)$/gmu)].map(
      (match) => match[1],
    );
    expect(listed).toEqual(expected);
  });

  it.each(['how-to', 'reference', 'explanation'])('lists every page of %s', (folder) => {
    const pages = readdirSync(path.join(ROOT, 'docs', folder)).filter((file) => file.endsWith('.md'));
    const text = read('docs/README.md');
    expect(pages.filter((file) => !text.includes(`(${folder}/${file})`))).toEqual([]);
  });
});

describe('docs/dependencies.md', () => {
  const [used = '', leftOut = ''] = read('docs/dependencies.md').split('## What we left out');
  const rows = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim()));

  it('lists only dependencies that a package uses in that version', () => {
    const named = rows(used).filter(([, name = '']) => name.startsWith('`'));
    const missing = named.filter(
      ([, name = '', version]) =>
        ![...name.matchAll(/`([^`]+)`/gu)].every(
          ([, one = '']) =>
            manifests.some((manifest) => manifest['name'] === (one as never)) ||
            packages.some(([known, asked]) => known === one && asked === version) ||
            ['server', 'client', 'cli', 'e2e', 'bench'].includes(one),
        ),
    );
    expect(missing.map(([, name]) => name)).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });

  it('lists nothing as left out that a package uses', () => {
    const named = rows(leftOut).flatMap(([, name = '']) => [...name.matchAll(/`([^`]+)`/gu)].map((match) => match[1]));
    expect(named.filter((name) => packages.some(([known]) => known === name))).toEqual([]);
  });
});
