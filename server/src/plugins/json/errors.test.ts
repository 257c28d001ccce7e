import { describe, expect, it } from 'vitest';
import { explainJsonError } from './errors.ts';

function explain(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return explainJsonError(text, (error as Error).message);
  }
  throw new Error(`this is JSON: ${text}`);
}

describe('explainJsonError', () => {
  it.each([
    ['{"a": 1,}', 'The JSON is broken at line 1, column 9: remove the comma before the }.'],
    ['[1, 2, ]', 'The JSON is broken at line 1, column 8: remove the comma before the ].'],
    ['{\n  "a": 1,\n}', 'The JSON is broken at line 3, column 1: remove the comma before the }.'],
    ["{'a': 1}", 'The JSON is broken at line 1, column 2: use double quotes, not single ones.'],
    ['{"a": \'x\'}', 'The JSON is broken at line 1, column 7: use double quotes, not single ones.'],
    ['{a: 1}', 'The JSON is broken at line 1, column 2: names must be in double quotes.'],
    ['{"a": 1 // one\n}', 'The JSON is broken at line 1, column 9: JSON has no comments.'],
    ['{"a": True}', 'The JSON is broken at line 1, column 7: write true, false or null.'],
    ['{"a": 1', 'The JSON is broken at line 1, column 8: a quote or a bracket is not closed.'],
    ['{"a": "x', 'The JSON is broken at line 1, column 9: a quote or a bracket is not closed.'],
    ['{"a":', 'The JSON ends too early: a quote or a bracket is not closed.'],
    ['{"a": 1 "b": 2}', 'The JSON is broken at line 1, column 9: expected a comma or a bracket, found """.'],
    [
      '{"a": 1}{"a": 2}',
      'The JSON is broken at line 1, column 9: there is text after the value. Send one JSON value; send several questions as a list.',
    ],
    ['{"a": "x\ny"}', 'The JSON is broken at line 1, column 9: write a line break inside a text as \\n, a tab as \\t.'],
    ['{"a": "C:\\q"}', 'The JSON is broken at line 1, column 11: write a backslash inside a text as \\\\.'],
    ['{"a": ?}', 'The JSON is broken at line 1, column 7: unexpected "?".'],
    ['hello', 'The body is not JSON: it begins with "hello".'],
    ['grant_type=client_credentials', 'The body is not JSON: it begins with "grant_type=client_cr".'],
    ['  ', 'The body is empty.'],
  ])('explains how to fix %j', (text, expected) => {
    expect(explain(text)).toBe(expected);
  });

  it('has a fallback for unknown parser messages', () => {
    expect(explainJsonError('{"a": 1}', 'something new')).toBe('The body is not JSON: it begins with "{"a": 1}".');
  });
});
