import { type Sentence, say } from '../../domain/sentences/sentence.ts';
import type { Finished, FoldingType } from '../analysis-type.ts';
import { type CellCount, countRows, mergeCells } from './cells/cell-counts.ts';
import { checkParameters } from './check-parameters.ts';
import { ROW_FILTERS } from './filters.ts';
import { listFindings } from './findings.ts';
import { type CoverageParameters, parametersSchema } from './parameters.ts';
import { drawPlots } from './plots.ts';
import { cellSchema, MAX_ROWS, resultSchema } from './result-schema.ts';
import { type Survey, survey } from './survey.ts';
import { listWarnings } from './warnings.ts';

export type { CoverageParameters } from './parameters.ts';
export { checkParameters };

/** The counts of the cells that have questions, in the order of their keys. */
interface CoverageCounts {
  cells: readonly CellCount[];
}

/** Shows where the bank is full, thin or empty. */
export const coverage: FoldingType<CoverageParameters, CoverageCounts> = {
  name: 'coverage',
  title: 'Coverage',
  description:
    'Counts the questions by category, level and topic: where the bank is full, thin or empty, how evenly it is spread, and how it compares with a blueprint.',
  version: 4,
  parameters: parametersSchema,
  result: resultSchema,
  item: cellSchema,
  filters: ROW_FILTERS,
  orders: { count: { path: ['count'] } },
  columns: { keys: 'Cell', count: 'Questions', expected: 'Expected' },
  identity: [['keys']],
  glossary: [
    "Cramér's V",
    'Jensen-Shannon distance',
    'chi-square',
    'effective number',
    'evenness',
    'Gini-Simpson index',
    'standardised residual',
  ],
  dismissible: {
    of: 'nothing',
    why: 'A row of coverage is a cell of the bank, not a question. Set the number of questions you expect with the parameter `blueprint`.',
  },
  needsResponses: false,
  maxQuestions: null,
  checkParameters,
  source: () => 'cells',
  map(input, { dimensions }) {
    if (input.source !== 'cells') throw new Error(`coverage is computed from cells, not from ${input.source}`);
    return { cells: countRows(input.rows, dimensions) };
  },
  merge: (left, right) => ({ cells: mergeCells(left.cells, right.cells) }),
  finish: ({ cells }, parameters) => finish(survey(cells, parameters)),
  presentItem: (item) => JSON.parse(item.body) as object,
};

function finish(whole: Survey): Finished {
  const {
    parameters,
    questions,
    cells,
    largestCells,
    smallestCells,
    emptyCells,
    thinCells,
    marginals,
    entropy,
    relation,
    gaps,
    fit,
  } = whole;
  const [largest, smallest] = [largestCells[0], smallestCells[0]];
  if (largest === undefined || smallest === undefined) throw new Error('coverage was run on no questions');
  const result = {
    summary: {
      questions,
      cells: cells.length,
      empty_cells: emptyCells.length,
      thin_cells: thinCells.length,
      gaps: gaps.length,
      largest_cell: { keys: largest.keys, count: largest.count },
      smallest_cell: { keys: smallest.keys, count: smallest.count },
    },
    cells: cells.slice(0, parameters.top_n),
    cells_total: cells.length,
    marginals: Object.fromEntries([...marginals].map(([dimension, rows]) => [dimension, rows.slice(0, MAX_ROWS)])),
    entropy,
    independence: relation === null ? null : pickTest(relation.test),
    gaps: gaps.slice(0, MAX_ROWS),
    blueprint_fit: fit,
    empty_cells: emptyCells.slice(0, MAX_ROWS).map((cell) => cell.keys),
    warnings: listWarnings(whole),
    method: describeMethod(parameters),
    plots: drawPlots(whole),
  };
  const items = cells.map((cell) => ({ question_id: null, version: null, body: JSON.stringify(cell) }));
  return { result, findings: listFindings(whole), items };
}

function pickTest({ chi2, df, p, cramers_v }: NonNullable<Survey['relation']>['test']) {
  return { chi2, df, p, cramers_v };
}

function describeMethod({ dimensions, blueprint, min_cell }: CoverageParameters): Sentence {
  return say('methods.coverage', { dimensions, min: min_cell, blueprint: blueprint.length > 0 });
}
