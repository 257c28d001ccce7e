import { expect, it } from 'vitest';
import { reportOfItem, reportsOfViolations } from './item-reports.ts';

const violations = ['a', 'b'].map((name) => ({
  code: 'too_long' as const,
  detail: `${name} is too long.`,
  pointer: '#',
}));
const itemOf = (source: { raw: string; rawLeftOut?: number }) => ({
  number: 1,
  row: { kind: 'question' as const, draft: { question_text: 'q' }, place: { line: 2 }, ...source },
});

it('returns an item with its first report', () => {
  const reports = reportsOfViolations(itemOf({ raw: 'q,a' }), 'csv', {}, violations, null);
  expect(reports).toMatchObject([
    { raw: 'q,a', detail: 'a is too long.' },
    { raw: null, detail: 'b is too long.' },
  ]);
});

it('says that an item is too long to be returned', () => {
  const leftOut = { raw: '', rawLeftOut: 2_621_440 };
  const remark = 'The rejected items leave it out, because it has 2621440 characters.';
  expect(reportsOfViolations(itemOf(leftOut), 'csv', {}, violations, null)).toMatchObject([
    { raw: null, detail: `a is too long. ${remark}` },
    { raw: null, detail: 'b is too long.' },
  ]);
  const row = { kind: 'report' as const, code: 'broken' as const, detail: 'It is broken.', value: '', place: {} };
  expect(reportOfItem({ number: 1, row: { ...row, ...leftOut } }, 'csv')).toMatchObject([
    { raw: null, detail: `It is broken. ${remark}` },
  ]);
});
