import { readFileSync } from 'node:fs';

interface OpenApiOperation {
  operationId: string;
  tags: string[];
  security?: { bearer: string[] }[];
  responses: Record<string, unknown>;
}

interface OpenApiFile {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: { Violation: { properties: { code: { enum: string[] } } } } };
}

/** The committed description of the API. */
export const openApiFile = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as OpenApiFile;

/** Every operation with the statuses it may answer. */
export const operations = Object.values(openApiFile.paths)
  .flatMap((path) => Object.values(path))
  .map(({ operationId, tags, responses }) => ({ operationId, tags, statuses: Object.keys(responses) }));
