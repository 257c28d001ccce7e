import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';

const source = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8');

async function lint(text: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      'no-ambiguous-paths': 'off', // a path without parameters is matched first: /questions/facets before /questions/{id}
      'operation-2xx-response': 'off', // signing in with OpenID redirects
      'operation-4xx-response': 'off', // the probes and the reference pages reject nothing
      // Parameters and items differ by analysis type, and the schema names only what all have in common.
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
    },
  });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer ?? ''}`);
}

it('accepts openapi.json by the rules of Redocly', async () => {
  expect(await lint(source)).toEqual([]);
});

it('finds an unknown keyword, a broken reference and an operation without an id', async () => {
  const planted = source
    .replaceAll('x-known-category', 'knownCategory')
    .replace('#/components/schemas/Problem"', '#/components/schemas/X"')
    .replace('"operationId"', '"x-operation"');
  const problems = (await lint(planted)).join('\n');
  for (const named of ['knownCategory', 'no-unresolved-refs', 'operationId']) expect(problems).toContain(named);
});

it('finds no raw control characters in openapi.json, which YAML readers reject', () => {
  // oxlint-disable-next-line no-control-regex -- these are the characters in question
  expect(source).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u);
});
