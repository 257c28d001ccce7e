import { readFileSync } from 'node:fs';

interface OpenApiFile {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
  components: { schemas: { Violation: { properties: { code: { enum: string[] } } } } };
}

/** The committed description of the API. */
export const openApiFile = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as OpenApiFile;

/** Every operation with the statuses it may answer. */
export const operations = Object.values(openApiFile.paths)
  .flatMap((path) => Object.values(path))
  .map(({ operationId, responses }) => ({ operationId, statuses: Object.keys(responses) }));
