/** The questions in the examples of openapi.json; test/http/openapi.test.ts sends them and compares the replies. */

const time = '2026-11-17T10:00:00.000Z';
const defaults = {
  kind: 'text',
  key: null,
  scoring: 'all_or_nothing',
  topic_focus: null,
  accepted_answers: [],
  incorrect_answers: [],
  explanation: null,
  tags: [],
  language: 'en',
  source: null,
  license: null,
  external_id: null,
  status: 'ready',
  version: 1,
  created_at: time,
  updated_at: time,
};

export const planetDraft = {
  question_text: 'Which planet is closest to the Sun?',
  correct_answer: 'Mercury',
  category: 'Astronomy',
  difficulty: 0,
  topic_focus: 'Solar System',
  incorrect_answers: ['Venus', 'Earth', 'Mars'],
};
const riverDraft = {
  question_text: 'Which river flows through Cairo?',
  correct_answer: 'Nile',
  accepted_answers: ['The Nile'],
  category: 'Geography',
  difficulty: 0,
  tags: ['africa'],
};
const writerDraft = {
  question_text: 'Who wrote "Pride and Prejudice"?',
  correct_answer: 'Jane Austen',
  category: 'Literature',
  difficulty: 1,
  external_id: 'lit-17',
};
export const twoDrafts = [riverDraft, writerDraft];
export const capitalDraft = {
  question_text: 'What is the capital of Norway?',
  correct_answer: 'Oslo',
  category: 'Geography',
  difficulty: 0,
};
const mountainDraft = {
  question_text: 'What is the highest mountain of Africa?',
  correct_answer: 'Kilimanjaro',
  category: 'Geography',
  difficulty: 1,
  external_id: 'geo-5',
};
/** A file that was loaded before, with one question changed and one added. */
export const draftsAgain = [writerDraft, { ...capitalDraft, difficulty: 1, external_id: 'geo-4' }, mountainDraft];

export const planet = { id: '019d8a33-a6f0-7000-8000-000000000001', ...defaults, kind: 'choice', ...planetDraft };
export const river = { id: '019d8a33-a6f0-7000-8000-000000000002', ...defaults, ...riverDraft };
export const writer = { id: '019d8a33-a6f0-7000-8000-000000000003', ...defaults, ...writerDraft };
export const capital = {
  id: '019d8a33-a6f0-7000-8000-000000000006',
  ...defaults,
  ...capitalDraft,
  external_id: 'geo-4',
};
const mountain = { id: '019d8a33-a6f0-7000-8000-000000000007', ...defaults, ...mountainDraft };

export const change = { difficulty: 1, explanation: 'Mercury orbits the Sun in 88 days.' };
export const changedPlanet = { ...planet, ...change, version: 2, updated_at: '2026-11-17T10:05:00.000Z' };

const taken = 'The external_id "lit-17" belongs to another question.';

export const lenientResults = {
  data: [
    { status: 201, outcome: 'created', question: { ...river, id: '019d8a33-a6f0-7000-8000-000000000004' } },
    {
      status: 409,
      outcome: 'failed',
      problem: {
        type: 'https://quaestor.example/problems/external_id_taken',
        title: 'The external_id belongs to another question',
        status: 409,
        detail: taken,
        instance: '/questions',
        code: 'external_id_taken',
        request_id: '01a1dcb4-4c4a-75f8-b904-7e31f36f1181',
        errors: [{ code: 'external_id_taken', detail: taken, pointer: '#/external_id' }],
      },
    },
  ],
  summary: { created: 1, updated: 0, unchanged: 0, skipped: 0, failed: 1 },
};

const unchangedWriter = { status: 200, outcome: 'unchanged', id: writer.id, version: 1 };

export const resultsAgain = {
  data: [
    unchangedWriter,
    { status: 200, outcome: 'updated', id: capital.id, version: 2, changed: ['difficulty'] },
    { status: 201, outcome: 'created', question: mountain },
  ],
  summary: { created: 1, updated: 1, unchanged: 1, skipped: 0, failed: 0 },
};
export const resultsUnchanged = {
  data: [
    unchangedWriter,
    { status: 200, outcome: 'unchanged', id: capital.id, version: 2 },
    { status: 200, outcome: 'unchanged', id: mountain.id, version: 1 },
  ],
  summary: { created: 0, updated: 0, unchanged: 3, skipped: 0, failed: 0 },
};

const levels = (basic: number) => [
  { difficulty: 0, name: 'Basic', total: basic },
  { difficulty: 1, name: 'Intermediate', total: 0 },
  { difficulty: 2, name: 'Advanced', total: 0 },
];

export const facets = {
  total: 2,
  categories: [
    {
      category: 'Geography',
      total: 2,
      difficulties: levels(2),
      topic_count: 1,
      topics: [{ topic_focus: null, total: 2, difficulties: levels(2) }],
    },
  ],
};

export const bulkRequest = {
  filter: { category: 'Astronomy' },
  expected_count: 1,
  set: { difficulty: 1 },
  add_tags: ['planets'],
};

export const dryRunRequest = { filter: { category: 'Astronomy' }, dry_run: true, add_tags: ['planets'] };

export const dryRunReply = {
  dry_run: true,
  count: 1,
  examples: [
    {
      question_id: planet.id,
      version: 4,
      question_text: planet.question_text,
      changes: [{ field: 'tags', before: [], after: ['planets'] }],
      skipped: null,
    },
  ],
};

export const mergeRequest = { other: river.id, take: ['explanation', 'tags'] };
export const mergedPlanet = { ...changedPlanet, version: 4 };
