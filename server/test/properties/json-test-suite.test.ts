import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startTestService } from '../harness.ts';
import { ownData } from '../shared-data.ts';

/**
 * Cases that RFC 8259 leaves open and this service accepts as JSON: numbers outside the range of a double, escaped lone
 * surrogates (rejected afterwards as `invalid_characters`), deep nesting (rejected as `too_deep`), and a byte order
 * mark. Every other optional case is rejected: bytes that are not UTF-8.
 */
const TAKEN_AS_JSON: readonly string[] = [
  'i_number_double_huge_neg_exp',
  'i_number_huge_exp',
  'i_number_neg_int_huge_exp',
  'i_number_pos_double_huge_exp',
  'i_number_real_neg_overflow',
  'i_number_real_pos_overflow',
  'i_number_real_underflow',
  'i_number_too_big_neg_int',
  'i_number_too_big_pos_int',
  'i_number_very_big_negative_int',
  'i_object_key_lone_2nd_surrogate',
  'i_string_1st_surrogate_but_2nd_missing',
  'i_string_1st_valid_surrogate_2nd_invalid',
  'i_string_incomplete_surrogate_and_escape_valid',
  'i_string_incomplete_surrogate_pair',
  'i_string_incomplete_surrogates_escape_valid',
  'i_string_invalid_lonely_surrogate',
  'i_string_invalid_surrogate',
  'i_string_inverted_surrogates_U+1D11E',
  'i_string_lone_second_surrogate',
  'i_structure_500_nested_arrays',
  'i_structure_UTF-8_BOM_empty_object',
];

/**
 * The cases of the second source, which parsers read differently: all are JSON, except for these, which are not UTF-8.
 */
const NOT_UTF8: readonly string[] = [
  'string_1_invalid_codepoint',
  'string_2_invalid_codepoints',
  'string_3_invalid_codepoints',
];

/** Endless brackets are rejected by their depth (`too_deep`) before anything checks whether they are closed. */
const TOO_DEEP: readonly string[] = ['n_structure_100000_opening_arrays', 'n_structure_open_array_object'];

interface Case {
  name: string;
  expect: 'accept' | 'reject' | 'either' | 'transform';
  base64: string;
}

describe('JSONTestSuite, each case as the body of POST /questions', async () => {
  const cases = gunzipSync(readFileSync(ownData('json_test_suite', 'cases.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);
  const service = await startTestService();

  /** The code of the rejection: no case is a question, so each of them is rejected. */
  const codeFor = async ({ name, base64 }: Case): Promise<string> => {
    const reply = await service.request({
      method: 'POST',
      url: '/questions',
      headers: { 'content-type': 'application/json' },
      payload: Buffer.from(base64, 'base64'),
    });
    expect(reply.statusCode, name).toBe(400);
    expect(reply.headers['content-type'], name).toMatch(/^application\/problem\+json/u);
    return reply.json<{ code: string }>().code;
  };
  const takesForJson = async (entry: Case) => (await codeFor(entry)) !== 'invalid_json';
  const named = (expected: Case['expect']) => cases.filter((entry) => entry.expect === expected);

  it('has 340 cases', () => {
    expect(cases).toHaveLength(340);
  });

  it.each(named('accept'))('accepts $name as JSON', async (entry) => {
    expect(await takesForJson(entry)).toBe(true);
  });

  it.each(named('reject'))('rejects $name', async (entry) => {
    expect(await codeFor(entry)).toBe(TOO_DEEP.includes(shortName(entry)) ? 'validation_error' : 'invalid_json');
  });

  it.each(named('either'))('accepts or rejects $name as listed here', async (entry) => {
    expect(await takesForJson(entry)).toBe(TAKEN_AS_JSON.includes(shortName(entry)));
  });

  it.each(named('transform'))('accepts or rejects $name as listed here', async (entry) => {
    expect(await takesForJson(entry)).toBe(!NOT_UTF8.includes(shortName(entry)));
  });
});

function shortName({ name }: Case): string {
  return path.basename(name, '.json');
}
