/** The import in the examples of openapi.json; test/http/openapi.test.ts runs it and compares the replies. */

export const exampleFile =
  'question_text,correct_answer,category,difficulty\nWhich gas do plants take in?,Carbon dioxide,Science,0\nWhich metal is liquid at room temperature?,Mercury,Chemistry,1\n';

const base = {
  id: '019d8a33-a6f0-7000-8000-000000000070',
  file_name: 'science.csv',
  format: 'csv',
  bytes: 166,
  sha256: '021597a2ee5381ca891bb4bbec241cbbe42aba9140593a64c0f2fdc0f5b9a0a0',
  options: {
    dry_run: false,
    mode: 'valid_only',
    on_duplicate: 'skip',
    defaults: {},
    category_map: {},
    difficulty_map: {},
    field_map: {},
    columns: null,
    header_row: null,
    sheet: null,
    create_categories: false,
    encoding: null,
  },
  repeats: null,
  undo: null,
  error: null,
  created_by: 'operator',
  created_at: '2026-11-17T10:00:00.000Z',
};

export const queuedImport = {
  ...base,
  status: 'queued',
  phase: 'waiting',
  progress: { completed: 0, total: 332 },
  counts: { read: 0, created: 0, updated: 0, unchanged: 0, duplicate: 0, rejected: 0 },
  encoding: null,
  columns: null,
  header_row: null,
  preview: [],
  notes: [],
  started_at: null,
  completed_at: null,
};

export const succeededImport = {
  ...base,
  status: 'succeeded',
  phase: 'finished',
  progress: { completed: 332, total: 332 },
  counts: { read: 2, created: 1, updated: 0, unchanged: 0, duplicate: 0, rejected: 1 },
  encoding: null,
  columns: [
    { header: 'question_text', field: 'question_text' },
    { header: 'correct_answer', field: 'correct_answer' },
    { header: 'category', field: 'category' },
    { header: 'difficulty', field: 'difficulty' },
  ],
  header_row: 1,
  preview: [
    {
      question_text: 'Which gas do plants take in?',
      correct_answer: 'Carbon dioxide',
      category: 'Science',
      difficulty: 0,
    },
    {
      question_text: 'Which metal is liquid at room temperature?',
      correct_answer: 'Mercury',
      category: 'Chemistry',
      difficulty: 1,
    },
  ],
  notes: [],
  started_at: '2026-11-17T10:00:00.100Z',
  completed_at: '2026-11-17T10:00:00.300Z',
};

export const canceledImport = {
  ...queuedImport,
  status: 'canceled',
  phase: 'finished',
  completed_at: '2026-11-17T10:00:01.000Z',
};

export const undoneImport = {
  ...succeededImport,
  undo: { status: 'queued', change_id: '019d8a33-d3e4-7000-8000-000000000006', removed: 0, restored: 0, kept: 0 },
};

export const exampleReport = {
  number: 2,
  line: 3,
  sheet: null,
  row: null,
  cell: null,
  file: null,
  item: null,
  column: 'category',
  code: 'not_allowed',
  detail:
    '`category` must be one of Astronomy, Geography, Literature, Mathematics, Science, General Knowledge, not "Chemistry".',
  fix: 'Use an existing category, map the name with `category_map`, or create it with `create_categories=true`.',
  value: 'Chemistry',
};

export const rejectedExample =
  'question_text,correct_answer,category,difficulty\r\nWhich metal is liquid at room temperature?,Mercury,Chemistry,1\r\n';
