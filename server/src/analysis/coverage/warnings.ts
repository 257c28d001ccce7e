import type { Warning } from '../analysis-type.ts';
import { numbered } from '../wording.ts';
import { countOverlaps } from './cells/blueprint.ts';
import { SMALL_EXPECTATION } from './cells/relation.ts';
import { MAX_ROWS } from './result-schema.ts';
import type { Survey } from './survey.ts';
import { inWords } from './wording.ts';

export function listWarnings(survey: Survey): Warning[] {
  return [...warnOfStatistics(survey), ...warnOfBlueprint(survey), ...warnOfCuts(survey)];
}

function warnOfStatistics({ parameters, cells, entropy, relation }: Survey): Warning[] {
  const warnings: Warning[] = [];
  if (relation === null) {
    const pair = parameters.dimensions.slice(0, 2);
    const message =
      pair.length === 2 && pair.includes('difficulty')
        ? `${inWords(pair)} cannot be tested for independence: one of them has a single value.`
        : 'Independence is only tested when one of the first two dimensions is difficulty.';
    warnings.push({ code: 'independence_undefined', message, count: 1 });
  } else if (relation.smallExpectations > 0) {
    const cellsOf = `${numbered(relation.smallExpectations)} of ${numbered(relation.cells, 'cell')}`;
    const message = `Fewer than ${SMALL_EXPECTATION} questions are expected in ${cellsOf}: take p with caution.`;
    warnings.push({ code: 'small_expected_counts', message, count: relation.smallExpectations });
  }
  if (entropy.evenness === null) {
    warnings.push({ code: 'evenness_undefined', message: 'Evenness is undefined for a table of one cell.', count: 1 });
  }
  const bare = cells.filter((cell) => cell.residual_std === null).length;
  if (bare > 0) {
    const why = cells[0]?.expected === null ? 'topics belong to categories' : 'one value or one row has all questions';
    const message = `${numbered(bare, 'cell')} without a residual: ${why}, so nothing can be compared.`;
    warnings.push({ code: 'residual_undefined', message, count: bare });
  }
  return warnings;
}

function warnOfBlueprint({ targets, fit }: Survey): Warning[] {
  if (fit === null) return [];
  const warnings: Warning[] = [];
  const absent = targets.filter(({ have }) => have === 0).length;
  if (absent > 0) {
    const message = `${numbered(absent, 'cell')} of the blueprint without a question; check the spelling, too.`;
    warnings.push({ code: 'blueprint_cell_empty', message, count: absent });
  }
  const overlaps = countOverlaps(targets);
  const withoutTarget = targets.filter(({ weight }) => weight === null).length;
  if (overlaps > 0) {
    const message = `${numbered(overlaps, 'pair')} of blueprint cells overlap, so the mixes cannot be compared.`;
    warnings.push({ code: 'blueprint_overlap', message, count: overlaps });
  } else if (withoutTarget > 0) {
    const message = `${numbered(withoutTarget, 'cell')} of the blueprint with only min_count, so the mixes cannot be compared.`;
    warnings.push({ code: 'blueprint_without_target', message, count: withoutTarget });
  } else if (fit.chi2 === null) {
    const message =
      'Chi-square against the blueprint is undefined: it needs two cells with questions, and no questions outside if the shares sum to 1.';
    warnings.push({ code: 'blueprint_chi2_undefined', message, count: 1 });
  }
  if (overlaps === 0 && withoutTarget === 0 && fit.jensen_shannon_distance === null) {
    const message = 'No cell of the blueprint has a question, so there is no mix to compare.';
    warnings.push({ code: 'blueprint_distance_undefined', message, count: 1 });
  }
  if (fit.coverage_pct === null) {
    const message = 'The shares of the blueprint amount to less than one question, so it cannot be covered.';
    warnings.push({ code: 'blueprint_coverage_undefined', message, count: 1 });
  }
  return warnings;
}

function warnOfCuts({ marginals, gaps, emptyCells }: Survey): Warning[] {
  const lists: [string, number][] = [...marginals].map(([dimension, rows]) => [`marginals.${dimension}`, rows.length]);
  lists.push(['gaps', gaps.length], ['empty_cells', emptyCells.length]);
  return lists
    .filter(([, length]) => length > MAX_ROWS)
    .map(([name, length]) => ({
      code: 'list_cut',
      message: `${name} has the first ${numbered(MAX_ROWS)} of ${numbered(length)} rows.`,
      count: length - MAX_ROWS,
    }));
}
