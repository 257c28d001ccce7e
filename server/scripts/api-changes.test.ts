import { describe, expect, it } from 'vitest';
import { follow, openApiFile } from '../test/http/openapi-file.ts';
import { breakingChanges } from './api-changes.ts';

type Json = Record<string, unknown>;
const QUESTION = '/questions/{id}';

/** The changes that an edit of openapi.json causes. */
function changesOf(edit: (document: ReturnType<typeof copy>) => void): string[] {
  const changed = copy();
  edit(changed);
  return breakingChanges(openApiFile as unknown as Json, changed);
}

interface Schema extends Json {
  properties: Record<string, Json>;
  required: string[];
}

interface Operation extends Json {
  parameters: (Json & { name: string; schema: Json })[];
  responses: Record<string, Json>;
}

/** Each operation has its own parameters, so that one can be edited. */
function copy() {
  const document = structuredClone(openApiFile) as unknown as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    operation.parameters = (operation.parameters ?? []).map((parameter) => structuredClone(follow(parameter)));
  return document;
}

const listed = ({ paths }: ReturnType<typeof copy>) => paths['/questions']?.['get'] as Operation;
const schema = ({ components }: ReturnType<typeof copy>, name: string) => components.schemas[name] as Schema;
const limitOf = (document: ReturnType<typeof copy>) =>
  listed(document).parameters.find(({ name }) => name === 'limit') as Operation['parameters'][0];

describe('a change that breaks clients', () => {
  it.each<[string, (document: ReturnType<typeof copy>) => void, string]>([
    ['a path is removed', ({ paths }) => delete paths[QUESTION], `GET ${QUESTION}: is gone`],
    ['an operation is removed', ({ paths }) => delete paths[QUESTION]?.['patch'], `PATCH ${QUESTION}: is gone`],
    [
      'an operation has another name',
      (document) => (listed(document)['operationId'] = 'other'),
      'GET /questions: is named "other"',
    ],
    [
      'a parameter is removed',
      (document) => (listed(document).parameters = listed(document).parameters.filter(({ name }) => name !== 'limit')),
      'GET /questions query limit: is gone',
    ],
    [
      'a parameter is required',
      (document) => (limitOf(document)['required'] = true),
      'GET /questions query limit: is required',
    ],
    [
      'a parameter takes less',
      (document) => (limitOf(document).schema['maximum'] = 5),
      'GET /questions query limit: maximum is 5',
    ],
    [
      'a field is removed from a response',
      (document) => delete schema(document, 'Question').properties['category'],
      `GET ${QUESTION} 200.category: is gone`,
    ],
    [
      'a field may be absent',
      (document) => (schema(document, 'Question').required = ['id']),
      `GET ${QUESTION} 200.category: may be absent`,
    ],
    [
      'a field may be something else',
      (document) => (schema(document, 'Question').properties['version'] = { type: ['integer', 'null'] }),
      `GET ${QUESTION} 200.version: may be "null"`,
    ],
    [
      'a status of success is removed',
      (document) => delete listed(document).responses['200'],
      'GET /questions 200: is gone',
    ],
    [
      'fewer callers are admitted',
      (document) => (listed(document)['security'] = [{ bearer: ['other'] }]),
      'GET /questions: no longer lets in',
    ],
  ])('is reported if %s', (_what, edit, expected) => {
    expect(changesOf(edit)).toContainEqual(expect.stringContaining(expected));
  });

  it('is reported if requests must contain more, or may contain less', () => {
    const wants = (required: boolean) => ({ paths: { '/a': { post: { requestBody: { required } } } } });
    expect(breakingChanges(wants(false), wants(true))).toEqual(['POST /a: wants a body']);
    const before = (body: Json) => ({
      paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema: body } } } } } },
    });
    const changed = (one: Json, other: Json) => breakingChanges(before(one), before(other));
    const text = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false };
    expect(changed(text, { ...text, required: ['a'] })).toEqual(['POST /a body.a: is required']);
    expect(changed(text, { ...text, properties: {} })).toEqual(['POST /a body.a: is gone']);
    expect(changed(text, { ...text, properties: { a: { type: 'integer' } } })).toEqual([
      'POST /a body.a: may not be "string"',
    ]);
    expect(changed({ type: 'string' }, { type: 'string', enum: ['a'] })).toEqual([
      'POST /a body: must be one of ["a"]',
    ]);
    expect(changed({ enum: ['a', 'b'] }, { enum: ['a'] })).toEqual(['POST /a body: may not be "b"']);
    expect(changed({ type: 'string' }, { type: 'string', minLength: 1 })).toEqual(['POST /a body: minLength is 1']);
    expect(changed({ type: 'string' }, { type: 'string', pattern: 'a' })).toEqual(['POST /a body: pattern is "a"']);
    const either = { anyOf: [{ type: 'string' }, { type: 'integer' }] };
    expect(changed(either, { anyOf: [{ type: 'string' }] })).toEqual(['POST /a body: may not be {"type":"integer"}']);
  });
});

describe('a change that only adds', () => {
  it('is not reported', () => {
    const expected = changesOf((document) => {
      document.paths['/new'] = { get: listed(document) };
      listed(document).parameters.push({ name: 'new', in: 'query', schema: { type: 'string' } });
      limitOf(document).schema['maximum'] = 100_000;
      schema(document, 'Question').properties['new'] = { type: 'string' };
      schema(document, 'Question').required.push('new');
    });
    expect(expected).toEqual([]);
  });
});
