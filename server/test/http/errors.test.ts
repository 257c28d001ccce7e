import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue, type ErrorCode, violationCodes } from '../../src/errors.ts';
import { startTestService } from '../harness.ts';
import { openApiFile, operations } from './openapi-file.ts';

const SOURCES = path.resolve(import.meta.dirname, '../../src');
const REFERENCE = path.resolve(import.meta.dirname, '../../../docs/reference/errors.md');

/** Codes that no operation replies with: they occur before routing, or are internal errors. */
const OUTSIDE_OPERATIONS: readonly ErrorCode[] = [
  'route_not_found',
  'method_not_allowed',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
  'internal_error',
  'origin_not_allowed', // of /mcp, which is not in openapi.json
  ...(['worker_lost', 'job_failed'] as const), // recorded by jobs
];

const codes = Object.keys(catalogue) as ErrorCode[];
const service = await startTestService();
const sources = await readSources();
const reference = existsSync(REFERENCE) ? await readFile(REFERENCE, 'utf8') : '';
const documented = [...reference.matchAll(/^## `([^`]+)`$/gmu)].map((match) => String(match[1]));

async function readSources(): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: SOURCES })) {
    if (file === 'errors.ts' || file === 'category-errors.ts' || file.endsWith('.test.ts')) continue;
    texts.push(await readFile(path.join(SOURCES, file), 'utf8'));
  }
  return texts.join('\n');
}

describe.each(codes)('%s', (code) => {
  it('is used somewhere in the service', () => {
    expect(sources).toContain(`'${code}'`);
  });

  it('is documented once in docs/reference/errors.md', () => {
    expect(documented.filter((name) => name === code)).toHaveLength(1);
  });

  it('is explained by GET /problems/{code}', async () => {
    const reply = await service.request({ url: `/problems/${code}` });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ code, ...catalogue[code] });
  });
});

describe('the catalogue', () => {
  it('matches docs/reference/errors.md', () => {
    expect(documented.filter((name) => !Object.hasOwn(catalogue, name))).toEqual([]);
  });

  it('consists of complete sentences', () => {
    for (const { title, cause, fix } of Object.values(catalogue)) {
      expect(title).toMatch(/^[A-Z].*[^.]$/su);
      expect(cause).toMatch(/^[A-Z].*\.$/su);
      expect(fix).toMatch(/^[A-Z].*\.$/su);
    }
  });
});

describe('openapi.json', () => {
  const statuses = new Set(operations.flatMap((operation) => operation.statuses));

  it.each(codes.filter((code) => !OUTSIDE_OPERATIONS.includes(code)))('lists the status of %s', (code) => {
    expect(statuses).toContain(String(catalogue[code].status));
  });

  it('lists no rejection without a code', () => {
    const rejections = [...statuses].map(Number).filter((status) => status >= 400);
    const known: number[] = codes
      .filter((code) => !OUTSIDE_OPERATIONS.includes(code))
      .map((code) => catalogue[code].status);
    expect(rejections.filter((status) => !known.includes(status))).toEqual([]);
  });

  it('lists exactly the existing violation codes', () => {
    expect(openApiFile.components.schemas.Violation.properties.code.enum).toEqual(Object.keys(violationCodes));
  });
});

describe.each(Object.keys(violationCodes))('the violation code %s', (code) => {
  it('is used somewhere in the service', () => {
    expect(sources).toContain(`'${code}'`);
  });
});
