import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../test/cpu-ms.ts';
import { analysisTypes } from './index.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  anyOf?: readonly Schema[];
}

/** The places where a schema allows a value as large as the body, or takes more than linear time to check. */
function unboundedPlaces(schema: Schema, place: string): string[] {
  const types = [schema.type ?? []].flat();
  const places: string[] = [];
  const isListed = schema.enum !== undefined || schema.const !== undefined || schema.format !== undefined;
  if (types.includes('string') && !isListed && schema.maxLength === undefined) places.push(`${place}: maxLength`);
  if (types.includes('array') && schema.maxItems === undefined) places.push(`${place}: maxItems`);
  if (schema.uniqueItems === true && schema.items?.type === undefined) places.push(`${place}: type of items`);
  if (types.includes('object') && schema.additionalProperties !== false) places.push(`${place}: additionalProperties`);
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    places.push(...unboundedPlaces(inner, `${place}/${name}`));
  for (const inner of [schema.items ?? [], schema.anyOf ?? []].flat())
    places.push(...unboundedPlaces(inner, `${place}/items`));
  return places;
}

describe.each(analysisTypes.map((type) => [type.name, type] as const))('parameters of %s', (name, type) => {
  it('have a limit wherever a caller chooses the size', () => {
    expect(unboundedPlaces(type.parameters as Schema, name)).toEqual([]);
  });

  it('are checked in linear time, whatever list a caller sends', () => {
    const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'QuestionFilter', type: 'object' });
    const check = ajv.compile(type.parameters);
    const lists = Object.entries((type.parameters as Schema).properties ?? {}).filter(
      ([, { type: kind }]) => kind === 'array',
    );
    for (const [property] of lists) {
      const timeOf = (count: number) => {
        const started = cpuMs();
        check({ [property]: Array.from({ length: count }, (_, index) => ({ index })) });
        return cpuMs() - started;
      };
      timeOf(1000);
      // Comparing all pairs would take a hundred times as long for ten times as many: 12 s for 40,000.
      expect(timeOf(40_000)).toBeLessThan(4000);
    }
  });
});
