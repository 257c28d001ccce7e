import type { SentenceValues } from '../../domain/sentences/write.ts';
import { type Warning, warning } from '../warning.ts';
import { countOverlaps } from './cells/blueprint.ts';
import { SMALL_EXPECTATION } from './cells/relation.ts';
import { MAX_ROWS } from './result-schema.ts';
import type { Survey } from './survey.ts';

export function listWarnings(survey: Survey): Warning[] {
  return [...warnOfStatistics(survey), ...warnOfBlueprint(survey), ...warnOfCuts(survey)];
}

const warn = (code: string, count: number, values: SentenceValues = {}, variant = '') =>
  warning(code, `coverage.${code}${variant}`, count, values);

function warnOfStatistics({ parameters, cells, entropy, relation }: Survey): Warning[] {
  const warnings: Warning[] = [];
  if (relation === null) {
    const dimensions = parameters.dimensions.slice(0, 2);
    const isPair = dimensions.length === 2 && dimensions.includes('difficulty');
    warnings.push(
      isPair
        ? warn('independence_undefined', 1, { dimensions }, '.one_value')
        : warn('independence_undefined', 1, {}, '.no_level'),
    );
  } else if (relation.smallExpectations > 0) {
    const { smallExpectations: small, cells: all } = relation;
    warnings.push(warn('small_expected_counts', small, { small, all, limit: SMALL_EXPECTATION }));
  }
  if (entropy.evenness === null) warnings.push(warn('evenness_undefined', 1));
  const bare = cells.filter((cell) => cell.residual_std === null).length;
  if (bare > 0) {
    const why = cells[0]?.expected === null ? 'topics' : 'one_value';
    warnings.push(warn('residual_undefined', bare, { cells: bare, why }));
  }
  return warnings;
}

function warnOfBlueprint({ targets, fit }: Survey): Warning[] {
  if (fit === null) return [];
  const warnings: Warning[] = [];
  const absent = targets.filter(({ have }) => have === 0).length;
  if (absent > 0) warnings.push(warn('blueprint_cell_empty', absent, { cells: absent }));
  const overlaps = countOverlaps(targets);
  const withoutTarget = targets.filter(({ weight }) => weight === null).length;
  if (overlaps > 0) warnings.push(warn('blueprint_overlap', overlaps, { pairs: overlaps }));
  else if (withoutTarget > 0) warnings.push(warn('blueprint_without_target', withoutTarget, { cells: withoutTarget }));
  else if (fit.chi2 === null) warnings.push(warn('blueprint_chi2_undefined', 1));
  if (overlaps === 0 && withoutTarget === 0 && fit.jensen_shannon_distance === null)
    warnings.push(warn('blueprint_distance_undefined', 1));
  if (fit.coverage_pct === null) warnings.push(warn('blueprint_coverage_undefined', 1));
  return warnings;
}

function warnOfCuts({ marginals, gaps, emptyCells }: Survey): Warning[] {
  const lists: [string, number][] = [...marginals].map(([dimension, rows]) => [`marginals.${dimension}`, rows.length]);
  lists.push(['gaps', gaps.length], ['empty_cells', emptyCells.length]);
  return lists
    .filter(([, length]) => length > MAX_ROWS)
    .map(([name, all]) => warn('list_cut', all - MAX_ROWS, { name, shown: MAX_ROWS, all }));
}
