import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { analysisTypes } from '../../../src/analysis/index.ts';
import { asOperator, startTestService } from '../../harness.ts';
import {
  getBody,
  type ListBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
} from '../common.ts';
import { createDemoBank, runWhole, startTestWorker } from './steps.ts';

interface DescribedType {
  analysis_type: string;
  title: string;
  description: string;
  parameters_schema: { properties: Record<string, { default?: unknown }>; required?: string[] };
  result_schema: object;
  item_schema: object | null;
  needs_responses: boolean;
  max_questions: number | null;
  version: number;
}

const service = await startTestService();
const bank = await createDemoBank(service);
const ready = bank.filter(({ status }) => status === 'ready');
await startTestWorker(service);
const url = '/analysis/types';
const { data: types, pagination } = await getBody<ListBody<DescribedType>>(service, url);
const names = analysisTypes.map(({ name }) => name);
const ajv = () => new Ajv({ strict: false, validateFormats: false, allErrors: true });

function faultsOf(schema: object, value: unknown): unknown {
  const check = ajv().compile(schema);
  return check(value) ? [] : check.errors;
}

describe('200', () => {
  it('lists every type that runs, on one page', () => {
    expect(types.map(({ analysis_type }) => analysis_type)).toEqual(names);
    expect(pagination).toEqual({
      limit: types.length,
      offset: 0,
      total: types.length,
      has_more: false,
      next_cursor: null,
    });
  });

  describe.each(types)('$analysis_type', ({ analysis_type, title, description, version, ...schemas }) => {
    const { parameters_schema, result_schema, item_schema } = schemas;

    it('describes itself in words', () => {
      expect(title).toMatch(/^[A-Z]/u);
      expect(description).toMatch(/^[A-Z].*\.$/su);
      expect(version).toBeGreaterThanOrEqual(1);
    });

    it('has valid JSON Schemas', () => {
      for (const schema of [parameters_schema, result_schema, item_schema ?? {}]) {
        const validator = ajv();
        expect(validator.validateSchema(schema), JSON.stringify(validator.errors)).toBe(true);
      }
    });

    it('rejects unknown keys, and documents the default of every optional parameter', () => {
      expect(faultsOf(parameters_schema, { surprise: 1 })).not.toEqual([]);
      const optional = Object.entries(parameters_schema.properties).filter(
        ([name]) => parameters_schema.required?.includes(name) !== true,
      );
      for (const [name, schema] of optional) expect(schema, name).toHaveProperty('default');
      const defaults = Object.fromEntries(optional.map(([name, schema]) => [name, schema.default]));
      const { required: _, ...rest } = parameters_schema;
      expect(faultsOf(rest, defaults)).toEqual([]);
    });

    it('returns results, rows and parameters that match its schemas', async () => {
      const run = await runWhole(service, analysis_type);
      expect(run).toMatchObject({ status: 'succeeded', question_count: ready.length });
      expect(faultsOf(result_schema, run.result)).toEqual([]);
      expect(faultsOf(result_schema, {})).not.toEqual([]);
      expect(faultsOf(parameters_schema, run.parameters)).toEqual([]);
      const items = await getBody<ListBody<object>>(service, `/analysis/${run.id}/items?limit=1000`);
      if (item_schema === null) return expect(items.data).toEqual([]);
      expect(items.data.length).toBeGreaterThan(0);
      for (const item of items.data) expect(faultsOf(item_schema, item)).toEqual([]);
      return undefined;
    });
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { etag } = (await service.request({ url })).headers;
    const same = await service.request({ url, headers: { 'if-none-match': String(etag) } });
    expect({ status: same.statusCode, body: same.body }).toEqual({ status: 304, body: '' });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url, headers: asOperator }); // the database is needed to authenticate the token
});
