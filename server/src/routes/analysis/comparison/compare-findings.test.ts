import { expect, it } from 'vitest';
import type { WrittenFinding } from '../../../sentences/settle.ts';
import { compareFindings } from './compare-findings.ts';

const note = (text: string): WrittenFinding => ({
  severity: 'info',
  code: 'test.note',
  values: {},
  text,
  next_step: null,
  count: null,
  rows: null,
});

const ofRule = (rule: string, count: number): WrittenFinding => ({
  ...note(`${count} questions break ${rule}.`),
  count,
  rows: { rule },
});

it('reports new, removed and changed findings', () => {
  const earlier = [
    ofRule('shouting', 2),
    ofRule('negative_wording', 3),
    note('Half of the 10 questions have 7 words.'),
  ];
  const later = [
    ofRule('negative_wording', 1),
    ofRule('missing_unit', 4),
    note('Half of the 12 questions have 8 words.'),
  ];
  expect(compareFindings(later, earlier)).toEqual({
    added: [ofRule('missing_unit', 4)],
    removed: [ofRule('shouting', 2)],
    changed: [
      { before: ofRule('negative_wording', 3), after: ofRule('negative_wording', 1) },
      { before: earlier[2], after: later[2] },
    ],
  });
});

it('leaves out unchanged findings', () => {
  const findings = [ofRule('shouting', 2), note('All is well.')];
  expect(compareFindings(findings, findings)).toEqual({ added: [], removed: [], changed: [] });
});
