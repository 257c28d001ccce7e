/** The analyses in the examples of openapi.json; test/http/openapi.test.ts runs them and compares the replies. */

export const runRequest = {
  analysis_type: 'coverage',
  filter: { category: 'Geography' },
  parameters: { dimensions: ['difficulty'], min_cell: 1 },
};

const waiting = {
  id: '019d8a33-a6f0-7000-8000-000000000011',
  ...runRequest,
  parameters: { dimensions: ['difficulty'], blueprint: [], min_cell: 1, top_n: 50 },
  question_ids: null,
  question_count: null,
  progress: { completed: 0, total: 0, phase: 'waiting' },
  findings: null,
  error: null,
  engine_version: 'coverage/4',
  snapshot_at: null,
  created_by: 'operator',
  created_at: '2026-11-17T10:00:00.000Z',
  started_at: null,
  completed_at: null,
  expires_at: '2026-12-17T10:00:00.000Z',
  duration_ms: null,
  result: null,
};

export const queuedRun = { ...waiting, status: 'queued' };
export const canceledRun = {
  ...waiting,
  status: 'canceled',
  progress: { completed: 0, total: 0, phase: 'finished' },
  completed_at: '2026-11-17T10:00:05.000Z',
};

const expected = 0.6666666666666666;
const emptyCell = { count: 0, share: 0, expected, residual_std: -0.9999999999999999 };
export const exampleItem = { keys: { difficulty: 0 }, count: 2, share: 1, expected, residual_std: 2 };

export const succeededRun = {
  ...waiting,
  id: '019d8a33-a6f0-7000-8000-000000000010',
  status: 'succeeded',
  question_count: 2,
  progress: { completed: 2, total: 2, phase: 'finished' },
  findings: [
    {
      severity: 'warning',
      code: 'coverage.one_level',
      values: { questions: 2, level: 0 },
      text: 'All 2 questions are Basic: no other level is declared.',
      next_step: 'Set the levels of the questions; until then nobody can filter by level.',
      count: 2,
      items: '/analysis/019d8a33-a6f0-7000-8000-000000000010/items?state=empty',
    },
    {
      severity: 'info',
      code: 'coverage.largest',
      values: { part: 'difficulty', cell: [{ kind: 'level', name: 0 }], others: 0, count: 2, questions: 2, share: 1 },
      text: 'The largest level is Basic with 2 of 2 questions (100%).',
      next_step: null,
      count: null,
      items: null,
    },
  ],
  snapshot_at: '2026-11-17T10:00:00.040Z',
  started_at: '2026-11-17T10:00:00.040Z',
  completed_at: '2026-11-17T10:00:00.120Z',
  duration_ms: 80,
  result: {
    summary: {
      questions: 2,
      cells: 3,
      empty_cells: 2,
      thin_cells: 2,
      gaps: 2,
      largest_cell: { keys: { difficulty: 0 }, count: 2 },
      smallest_cell: { keys: { difficulty: 1 }, count: 0 },
    },
    cells: [exampleItem, { ...emptyCell, keys: { difficulty: 1 } }, { ...emptyCell, keys: { difficulty: 2 } }],
    cells_total: 3,
    marginals: {
      difficulty: [
        { value: 0, count: 2, share: 1 },
        { value: 1, count: 0, share: 0 },
        { value: 2, count: 0, share: 0 },
      ],
    },
    entropy: { bits: 0, evenness: 0, effective_number: 1, gini_simpson: 0 },
    independence: null,
    gaps: [
      { keys: { difficulty: 1 }, have: 0, target: 1, missing: 1 },
      { keys: { difficulty: 2 }, have: 0, target: 1, missing: 1 },
    ],
    blueprint_fit: null,
    empty_cells: [{ difficulty: 1 }, { difficulty: 2 }],
    warnings: [
      {
        code: 'independence_undefined',
        message: 'Independence is only tested when one of the first two dimensions is difficulty.',
        count: 1,
      },
    ],
    method:
      "Questions counted by difficulty, levels without questions included; fewer than 1 are a gap. Entropy over all cells of the table, Pearson's chi-square with Cramér's V for the first two dimensions, standardised residuals, Jensen-Shannon distance with natural logarithm.",
    sentences: {
      'warnings.0.message': ['warnings.coverage.independence_undefined.no_level', {}],
      method: ['methods.coverage', { dimensions: ['difficulty'], min: 1, blueprint: false }],
      'plots.0.title': ['plots.coverage.bars.title', { dimension: 'difficulty' }],
      'plots.0.description': [
        'plots.coverage.bars.description',
        {
          questions: 2,
          part: 'difficulty',
          total: 3,
          shown: 3,
          whole: true,
          most: [{ kind: 'level', name: 0 }],
          count: 2,
          share: 1,
        },
      ],
      'plots.0.cases': ['plots.cases', { n: 2 }],
      'plots.0.x.label': ['plots.level', {}],
      'plots.0.x.values.0': ['terms.level.0', {}],
      'plots.0.x.values.1': ['terms.level.1', {}],
      'plots.0.x.values.2': ['terms.level.2', {}],
      'plots.0.y.label': ['plots.questions', {}],
      'plots.0.y.unit': ['plots.questions_unit', {}],
      'plots.0.series.0.name': ['plots.questions', {}],
    },
    plots: [
      {
        id: 'questions-by-difficulty',
        kind: 'bars',
        title: 'Questions by level',
        description: '2 questions in 3 levels. Most in Basic: 2 (100%).',
        n: 2,
        cases: 'questions',
        x: { label: 'Level', values: ['Basic', 'Intermediate', 'Advanced'] },
        y: { label: 'Questions', unit: 'questions' },
        series: [{ name: 'Questions', values: [2, 0, 0] }],
        horizontal: true,
      },
    ],
  },
};

/** The example abridges the schemas. */
export const exampleType = {
  analysis_type: 'coverage',
  title: 'Coverage',
  description:
    'Counts the questions by category, level and topic: where the bank is full, thin or empty, how evenly it is spread, and how it compares with a blueprint.',
  parameters_schema: { type: 'object', properties: { min_cell: { type: 'integer', minimum: 1, default: 5 } } },
  result_schema: { type: 'object', properties: { summary: { type: 'object' } } },
  item_schema: { type: 'object', properties: { keys: { type: 'object' }, count: { type: 'integer' } } },
  filters: [
    {
      name: 'state',
      description: 'Cells without any question, or with fewer than `min_cell`',
      values: ['empty', 'thin'],
    },
  ],
  orders: ['count'],
  glossary: { evenness: 'How evenly questions are spread over the cells: 1 all cells alike, 0 all questions in one.' },
  needs_responses: false,
  max_questions: null,
  version: 3,
};

/** The comparison of a run that has no previous run of the same request. */
export const exampleComparison = { analysis_id: succeededRun.id, previous_id: null, findings: null, rows: null };
