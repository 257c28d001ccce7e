import { type Finding, inOrder, note } from '../finding.ts';
import { decimal, levelName, numbered, percent } from '../wording.ts';
import { cellName } from './cells/cell-keys.ts';
import type { Survey } from './survey.ts';
import { inWords, listNames, partName, roundDown } from './wording.ts';

/** A table with at least this evenness is called even. */
const ALMOST_EVEN = 0.95;

/** The findings, gaps first. They leave out p-values, which say nothing at ten million questions. */
export function listFindings(survey: Survey): Finding[] {
  const noted = (text: string | null) => (text === null ? null : note(text));
  return inOrder([
    describeTargets(survey),
    noted(describeMix(survey)),
    thinFinding(survey),
    noted(describeLargest(survey)),
    noted(describeSpread(survey)),
    noted(describeRelation(survey)),
  ]);
}

function describeTargets({ targets, gaps, fit }: Survey): Finding | null {
  if (fit === null) return null;
  const [largest] = gaps;
  if (largest === undefined) {
    return note(
      targets.length === 1
        ? 'The one target of the blueprint is reached.'
        : `All ${numbered(targets.length)} targets of the blueprint are reached.`,
    );
  }
  const covered = roundDown(fit.coverage_pct ?? 0, 1);
  const missed = `${numbered(gaps.length)} of ${numbered(targets.length, 'target')} of the blueprint ${gaps.length === 1 ? 'is' : 'are'} not reached`;
  const where = `${cellName(largest.keys)} with ${numbered(largest.have)} of ${numbered(largest.target, 'question')}`;
  return {
    severity: 'warning',
    text: `${missed} (${covered}% of the wanted questions exist); the largest gap is ${where}.`,
    next_step: 'Write questions for the largest gaps first; `gaps` in the result lists them.',
    count: gaps.length,
    rows: null,
  };
}

/** Our own scale: a blueprint of equal thirds is 0.06 from 40 : 34 : 26, and 0.20 from 60 : 25 : 15. */
const DISTANCES = [
  { below: 0.05, word: 'practically' },
  { below: 0.15, word: 'close to' },
  { below: 0.3, word: 'some way from' },
] as const;
const FAR = { word: 'far from' };

function describeMix({ fit }: Survey): string | null {
  const distance = fit?.jensen_shannon_distance ?? null;
  if (distance === null) return null;
  const { word } = DISTANCES.find(({ below }) => distance < below) ?? FAR;
  return `The mix of the questions is ${word} that of the blueprint (Jensen-Shannon distance ${decimal(distance)}; 0.83 means nothing in common).`;
}

/** "All 18 cells hold", "4 of 18 cells hold", "1 of 18 cells holds". */
function subject(count: number, total: number, part: string, verb: 'hold' | 'are'): string {
  if (count === total) return `All ${numbered(total)} ${part} ${verb}`;
  const single = verb === 'hold' ? 'holds' : 'is';
  return `${numbered(count)} of ${numbered(total)} ${part} ${count === 1 ? single : verb}`;
}

/** The level of all questions, if levels are a dimension and only one is in use. */
function onlyLevel({ marginals, questions }: Survey): number | null {
  if (questions < 2) return null;
  const used = (marginals.get('difficulty') ?? []).filter(({ count }) => count > 0);
  return used.length === 1 ? Number(used[0]?.value) : null;
}

/** Used without a blueprint: with one, a thin cell may be intended. */
function thinFinding(survey: Survey): Finding {
  const { thinCells, emptyCells, fit } = survey;
  const only = onlyLevel(survey);
  if (only !== null && emptyCells.length > 0) {
    return {
      severity: fit === null ? 'warning' : 'info',
      text: `All ${numbered(survey.questions, 'question')} are ${levelName(only)}: no other level is declared.`,
      next_step: 'Set the levels of the questions; until then nobody can filter by level.',
      count: emptyCells.length,
      rows: { state: 'empty' },
    };
  }
  const text = describeThin(survey);
  if (thinCells.length === 0) return note(text);
  const allEmpty = emptyCells.length === thinCells.length;
  return {
    severity: fit === null ? 'warning' : 'info',
    text,
    next_step: 'Write questions for these, or leave them as they are if nobody asks for them.',
    count: thinCells.length,
    rows: { state: allEmpty ? 'empty' : 'thin' },
  };
}

function describeThin({ parameters, cells, smallestCells, thinCells, emptyCells }: Survey): string {
  const part = partName(parameters.dimensions, cells.length);
  const limit = numbered(parameters.min_cell, 'question');
  const empty = listNames(
    emptyCells.slice(0, 3).map((cell) => cellName(cell.keys)),
    emptyCells.length,
  );
  const [only] = cells;
  if (cells.length === 1 && only !== undefined) {
    const one = `There is one ${part}, ${cellName(only.keys)}, with ${numbered(only.count, 'question')}`;
    return thinCells.length === 0 ? `${one}.` : `${one}: fewer than ${numbered(parameters.min_cell)}.`;
  }
  if (thinCells.length === 0) {
    return `All ${numbered(cells.length)} ${part} hold at least ${limit}; the smallest ${nameEquals(smallestCells)}.`;
  }
  if (emptyCells.length === thinCells.length) {
    return `${subject(emptyCells.length, cells.length, part, 'are')} empty: ${empty}.`;
  }
  const thin = `${subject(thinCells.length, cells.length, part, 'hold')} fewer than ${limit}`;
  if (emptyCells.length > 0) return `${thin}, ${numbered(emptyCells.length)} of them none at all: ${empty}.`;
  return `${thin}; the emptiest ${nameEquals(smallestCells)}.`;
}

/** "is Literature, Advanced with 2", "are Literature, Advanced and 3 others with 2 each". */
function nameEquals([first, ...others]: Survey['cells'], of = ''): string {
  if (first === undefined) return '';
  const name = cellName(first.keys);
  const number = `${numbered(first.count)}${of}`;
  return others.length === 0
    ? `is ${name} with ${number}`
    : `are ${name} and ${numbered(others.length, 'other')} with ${number} each`;
}

function describeLargest({ parameters, cells, largestCells, questions }: Survey): string | null {
  const [largest] = largestCells;
  if (largest === undefined || cells.length === 1) return null;
  const of = ` of ${numbered(questions, 'question')} (${percent(largest.share)})`;
  return `The largest ${partName(parameters.dimensions, largestCells.length)} ${nameEquals(largestCells, of)}.`;
}

function describeSpread({ parameters, cells, entropy }: Survey): string | null {
  if (entropy.evenness === null || entropy.bits === 0) return null;
  const parts = `${numbered(cells.length)} ${partName(parameters.dimensions, cells.length)}`;
  const evenness = `evenness ${decimal(roundDown(entropy.evenness, 2))}`;
  if (entropy.effective_number >= ALMOST_EVEN * cells.length) {
    return `The questions are spread almost evenly over the ${parts} (${evenness}).`;
  }
  const effective = Number(entropy.effective_number.toFixed(1));
  return `The questions are spread as if only ${numbered(effective)} of the ${parts} were used, all equally (${evenness}).`;
}

/** Cohen's words for w = V sqrt(min df), from 0.1, 0.3 and 0.5 on: the same V means more in a larger table. */
const STRENGTHS = [
  { from: 0.5, word: 'strongly' },
  { from: 0.3, word: 'moderately' },
  { from: 0.1, word: 'weakly' },
] as const;

function describeRelation({ relation, questions, parameters }: Survey): string | null {
  // With fewer than five questions per cell on average, V is large by chance alone.
  if (relation === null || questions < 5 * relation.cells) return null;
  const { test, farthest, other } = relation;
  const pair = inWords(parameters.dimensions.slice(0, 2));
  const effect = `Cramér's V ${decimal(test.cramers_v)}`;
  const strength = STRENGTHS.find(({ from }) => test.cramers_v * Math.sqrt(test.min_df) >= from);
  if (strength === undefined) {
    return `${pair} are practically independent (${effect}): every ${other} has much the same mix of levels.`;
  }
  const expected = numbered(Number(farthest.expected.toFixed(farthest.expected < 10 ? 1 : 0)));
  const outlier = `${cellName(farthest.keys)} stands out most, with ${numbered(farthest.count)} where ${expected} would be expected`;
  return `${pair} are ${strength.word} related (${effect}): ${outlier}.`;
}
