import { expect, it } from 'vitest';
import type { Row } from '../../formats/format.ts';
import { boundedRow, rowLength } from './bounded-row.ts';

const row = (draft: object): Row => ({ kind: 'question', draft, place: { line: 7 }, raw: JSON.stringify(draft) });

it('does not change a question with lists and objects', () => {
  const question = row({ question_text: 'q', tags: ['a', 'b'], more: { deep: [{ er: 1 }] } });
  expect(boundedRow(question)).toBe(question);
});

it('reports a question that is nested 200,000 levels deep', () => {
  const draft: unknown = JSON.parse(`{"question_text":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
  const deep: Row = { kind: 'question', draft: draft as object, place: { line: 7 }, raw: 'x'.repeat(1000) };
  expect(boundedRow(deep)).toMatchObject({
    kind: 'report',
    code: 'broken',
    place: { line: 7 },
    value: 'x'.repeat(200),
  });
});

it('cuts texts and lists that are too long for any question', () => {
  const bounded = boundedRow(
    row({
      question_text: 'x'.repeat(100_000),
      tags: Array.from({ length: 50_000 }, () => 'a'),
      more: { text: 'y'.repeat(99_999) },
    }),
  );
  expect(bounded).toMatchObject({
    kind: 'question',
    draft: { question_text: 'x'.repeat(25_000), more: { text: 'y'.repeat(25_000) } },
  });
  expect(rowLength({ ...bounded, raw: '' } as Row)).toBeLessThan(52_000);
});

it('reports a question with more text than all fields together may have', () => {
  const long = row({ question_text: 'x'.repeat(1_310_720), tags: Array.from({ length: 1_310_720 }, () => 'a') });
  expect(boundedRow(long)).toMatchObject({
    kind: 'report',
    code: 'broken',
    detail: 'The item has 2621440 characters. A question may have at most 262144.',
    raw: '',
  });
});

it('leaves out the source of an item that is too long to be returned', () => {
  const raw = 'x'.repeat(10 * 256 * 1024);
  const question: Row = { kind: 'question', draft: {}, place: {}, raw };
  const report: Row = { kind: 'report', code: 'broken', detail: 'It is broken.', value: '', place: {}, raw };
  for (const given of [question, report])
    expect(boundedRow(given)).toEqual({ ...given, raw: '', rawLeftOut: raw.length });
});

it('counts the texts of a row at any depth', () => {
  const length = rowLength({
    ...row({ a: 'x'.repeat(1000), b: ['y'.repeat(500), { c: 'z'.repeat(250) }] }),
    raw: '',
  } as Row);
  expect(length).toBeGreaterThanOrEqual(1750);
  expect(length).toBeLessThan(2000);
});
