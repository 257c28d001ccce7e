import type { SentenceValues } from '../../domain/sentences/write.ts';
import { type Finding, inOrder, note } from '../finding.ts';
import { cellParts } from './cells/cell-keys.ts';
import type { CellKeys } from './parameters.ts';
import type { Survey } from './survey.ts';
import { partOf, roundDown } from './wording.ts';

/** A table with at least this evenness is called even. */
const ALMOST_EVEN = 0.95;
const MAX_NAMED = 3;

/** The findings, gaps first. They leave out p-values, which say nothing at ten million questions. */
export function listFindings(survey: Survey): Finding[] {
  return inOrder([
    describeTargets(survey),
    describeMix(survey),
    thinFinding(survey),
    describeLargest(survey),
    describeSpread(survey),
    describeRelation(survey),
  ]);
}

function describeTargets({ targets, gaps, fit }: Survey): Finding | null {
  if (fit === null) return null;
  const [largest] = gaps;
  if (largest === undefined) return note('coverage.targets_reached', { targets: targets.length });
  return {
    severity: 'warning',
    code: 'coverage.targets_missed',
    values: {
      gaps: gaps.length,
      targets: targets.length,
      covered: roundDown(fit.coverage_pct ?? 0, 1) / 100,
      cell: cellParts(largest.keys),
      have: largest.have,
      wanted: largest.target,
    },
    count: gaps.length,
    rows: null,
  };
}

/** Our own scale: a blueprint of equal thirds is 0.06 from 40 : 34 : 26, and 0.20 from 60 : 25 : 15. */
const DISTANCES = [
  { below: 0.05, closeness: 'same' },
  { below: 0.15, closeness: 'close' },
  { below: 0.3, closeness: 'apart' },
] as const;
const FAR = { closeness: 'far' };

function describeMix({ fit }: Survey): Finding | null {
  const distance = fit?.jensen_shannon_distance ?? null;
  if (distance === null) return null;
  const { closeness } = DISTANCES.find(({ below }) => distance < below) ?? FAR;
  return note('coverage.mix', { closeness, distance });
}

/** The level of all questions, if levels are a dimension and only one is in use. */
function onlyLevel({ marginals, questions }: Survey): number | null {
  if (questions < 2) return null;
  const used = (marginals.get('difficulty') ?? []).filter(({ count }) => count > 0);
  return used.length === 1 ? Number(used[0]?.value) : null;
}

/** Used without a blueprint: with one, a thin cell may be intended. */
function thinFinding(survey: Survey): Finding {
  const { parameters, cells, smallestCells, thinCells, emptyCells, fit, questions } = survey;
  const severity = fit === null ? 'warning' : 'info';
  const level = onlyLevel(survey);
  if (level !== null && emptyCells.length > 0) {
    const values = { questions, level };
    return { severity, code: 'coverage.one_level', values, count: emptyCells.length, rows: { state: 'empty' } };
  }
  const part = partOf(parameters.dimensions);
  const shared = { part, total: cells.length, min: parameters.min_cell };
  const [only] = cells;
  const areAllEmpty = emptyCells.length === thinCells.length;
  const thin = (code: string, values: SentenceValues): Finding => ({
    severity,
    code,
    values,
    count: thinCells.length,
    rows: { state: areAllEmpty ? 'empty' : 'thin' },
  });
  if (cells.length === 1 && only !== undefined) {
    const values = { part, cell: cellParts(only.keys), questions: only.count };
    if (thinCells.length === 0) return note('coverage.one_cell', values);
    return thin('coverage.one_thin_cell', { ...values, min: parameters.min_cell });
  }
  if (thinCells.length === 0) return note('coverage.none_thin', { ...shared, ...nameEquals(smallestCells) });
  const all = thinCells.length === cells.length;
  const empty = { empty: emptyCells.length, ...nameFirst(emptyCells) };
  if (areAllEmpty) return thin('coverage.empty', { part, total: cells.length, all, ...empty });
  const some = { ...shared, all, thin: thinCells.length };
  if (emptyCells.length > 0) return thin('coverage.thin_and_empty', { ...some, ...empty });
  return thin('coverage.thin', { ...some, ...nameEquals(smallestCells) });
}

/** The first cells by name, and the number of the others. */
function nameFirst(all: readonly { keys: CellKeys }[]) {
  const cells = all.slice(0, MAX_NAMED).map(({ keys }) => cellParts(keys));
  return { cells, more: all.length - cells.length };
}

/** Cells with the same count: the first by name, and the number of the others. */
function nameEquals(cells: readonly { keys: CellKeys; count: number }[]): SentenceValues {
  const [first] = cells;
  if (first === undefined) return {};
  return { cell: cellParts(first.keys), others: cells.length - 1, count: first.count };
}

function describeLargest({ parameters, cells, largestCells, questions }: Survey): Finding | null {
  const [largest] = largestCells;
  if (largest === undefined || cells.length === 1) return null;
  const part = partOf(parameters.dimensions);
  return note('coverage.largest', { part, ...nameEquals(largestCells), questions, share: largest.share });
}

function describeSpread({ parameters, cells, entropy }: Survey): Finding | null {
  if (entropy.evenness === null || entropy.bits === 0) return null;
  const values = { part: partOf(parameters.dimensions), total: cells.length, evenness: roundDown(entropy.evenness, 2) };
  if (entropy.effective_number >= ALMOST_EVEN * cells.length) return note('coverage.even', values);
  return note('coverage.uneven', { ...values, effective: Number(entropy.effective_number.toFixed(1)) });
}

/** Cohen's words for w = V sqrt(min df), from 0.1, 0.3 and 0.5 on: the same V means more in a larger table. */
const STRENGTHS = [
  { from: 0.5, strength: 'strong' },
  { from: 0.3, strength: 'moderate' },
  { from: 0.1, strength: 'weak' },
] as const;

function describeRelation({ relation, questions, parameters }: Survey): Finding | null {
  // With fewer than five questions per cell on average, V is large by chance alone.
  if (relation === null || questions < 5 * relation.cells) return null;
  const { test, farthest, other } = relation;
  const values = { dimensions: parameters.dimensions.slice(0, 2), cramers_v: test.cramers_v };
  const found = STRENGTHS.find(({ from }) => test.cramers_v * Math.sqrt(test.min_df) >= from);
  if (found === undefined) return note('coverage.independent', { ...values, other });
  return note('coverage.related', {
    ...values,
    strength: found.strength,
    cell: cellParts(farthest.keys),
    count: farthest.count,
    expected: Number(farthest.expected.toFixed(farthest.expected < 10 ? 1 : 0)),
  });
}
