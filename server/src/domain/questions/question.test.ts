import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CONTENT_FIELDS,
  canonicalLanguage,
  changedFields,
  completeDraft,
  isLanguageTag,
  mergeChange,
  QUESTION_FIELDS,
  type Question,
  type QuestionChange,
  type QuestionContent,
  renderQuestion,
} from './question.ts';

const canonicalCategory = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();
const required = { question_text: 'Why?', correct_answer: 'Because', category: 'science', difficulty: 1 };
const full: QuestionContent = {
  question_text: 'Which planet?',
  kind: 'choice',
  key: null,
  scoring: 'all_or_nothing',
  correct_answer: 'Mars',
  category: 'Astronomy',
  difficulty: 2,
  topic_focus: 'Planets',
  accepted_answers: ['The red planet'],
  incorrect_answers: ['Venus', 'Pluto'],
  explanation: 'It is red.',
  tags: ['colour', 'planets'],
  language: 'en-GB',
  source: 'A book',
  license: 'CC0-1.0',
  external_id: 'book-7',
  status: 'draft',
};

const change: fc.Arbitrary<QuestionChange> = fc.record(
  {
    question_text: fc.string({ minLength: 1 }),
    correct_answer: fc.string({ minLength: 1 }),
    category: fc.constantFrom('Astronomy', 'Science'),
    difficulty: fc.nat({ max: 2 }),
    topic_focus: fc.option(fc.string()),
    accepted_answers: fc.option(fc.array(fc.string())),
    incorrect_answers: fc.option(fc.array(fc.string())),
    explanation: fc.option(fc.string()),
    tags: fc.option(fc.array(fc.string())),
    language: fc.option(fc.constantFrom('en', 'de-AT')),
    source: fc.option(fc.string()),
    license: fc.option(fc.string()),
    external_id: fc.option(fc.string()),
    status: fc.option(fc.constantFrom('draft' as const, 'ready' as const, 'archived' as const)),
  },
  { requiredKeys: [] },
);
const merge = (current: QuestionContent, changed: QuestionChange) => mergeChange(current, changed, canonicalCategory);

describe('completeDraft', () => {
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
  } as const;

  it('fills every optional field with its default', () => {
    expect(completeDraft(required, canonicalCategory)).toEqual({ ...required, category: 'Science', ...defaults });
  });

  it('treats null as the default', () => {
    const nulls = Object.fromEntries(Object.keys(defaults).map((field) => [field, null]));
    expect(completeDraft({ ...required, ...nulls }, canonicalCategory)).toEqual(
      completeDraft(required, canonicalCategory),
    );
  });

  it('keeps given values, with category and language in canonical spelling', () => {
    const draft = { ...full, category: 'ASTRONOMY', language: 'EN-gb' };
    expect(completeDraft(draft, canonicalCategory)).toEqual(full);
  });

  it('drops fields that are not part of the content', () => {
    const draft = { ...required, id: 'x', version: 9, surprise: true };
    expect(Object.keys(completeDraft(draft, canonicalCategory)).sort()).toEqual([...CONTENT_FIELDS].sort());
  });
});

describe('mergeChange', () => {
  it('sets given fields, keeps the others, and resets null to the default', () => {
    expect(merge(full, { difficulty: 0, explanation: null, tags: null, language: null, status: null })).toEqual({
      ...full,
      difficulty: 0,
      explanation: null,
      tags: [],
      language: 'en',
      status: 'ready',
    });
  });

  it('treats undefined as absent', () => {
    expect(merge(full, { topic_focus: undefined, question_text: undefined })).toEqual(full);
  });

  it('does not modify the current content', () => {
    const before = structuredClone(full);
    fc.assert(
      fc.property(change, (changed) => {
        merge(full, changed);
        expect(full).toEqual(before);
      }),
    );
  });

  it('changes nothing if the same change is repeated', () => {
    fc.assert(
      fc.property(change, (changed) => {
        const once = merge(full, changed);
        expect(merge(once, changed)).toEqual(once);
      }),
    );
  });
});

describe('changedFields', () => {
  it('is empty for the same content', () => {
    expect(changedFields(full, structuredClone(full))).toEqual([]);
  });

  it('names the fields that differ, lists by content and order', () => {
    const after = { ...full, difficulty: 0, tags: ['planets', 'colour'], incorrect_answers: ['Venus', 'Pluto'] };
    expect(changedFields(full, after)).toEqual(['difficulty', 'tags']);
  });

  it('names exactly the given fields whose values differ', () => {
    fc.assert(
      fc.property(change, (changed) => {
        const after = merge(full, changed);
        const names = changedFields(full, after);
        expect(['kind', ...Object.keys(changed)]).toEqual(expect.arrayContaining(names)); // which follows from the options
        const rest = CONTENT_FIELDS.filter((field) => !names.includes(field));
        for (const field of rest) expect(after[field]).toEqual(full[field]);
      }),
    );
  });
});

describe('renderQuestion', () => {
  const times = { created_at: new Date(0), updated_at: new Date(86_400_001) };

  it('writes every field in the documented order, whatever the order of the record', () => {
    const question = { updated_at: times.updated_at, ...full, version: 3, id: 'an-id', created_at: times.created_at };
    const reversed = Object.fromEntries(Object.entries(question).reverse()) as unknown as Question;
    const text = renderQuestion(reversed);
    expect(Object.keys(JSON.parse(text) as object)).toEqual([...QUESTION_FIELDS]);
    expect(text).toBe(renderQuestion(question));
  });

  it('writes no other fields', () => {
    const row = { ...full, ...times, id: 'an-id', version: 3, position: '7', deleted_at: null };
    expect(Object.keys(JSON.parse(renderQuestion(row)) as object)).toEqual([...QUESTION_FIELDS]);
  });

  it('writes times in UTC with milliseconds, and lists unchanged', () => {
    const text = renderQuestion({ ...full, ...times, id: 'an-id', version: 3 });
    expect(JSON.parse(text)).toEqual({
      ...full,
      id: 'an-id',
      version: 3,
      created_at: '1970-01-01T00:00:00.000Z',
      updated_at: '1970-01-02T00:00:00.001Z',
    });
  });
});

describe('language tags', () => {
  it.each([
    ['en', 'en'],
    ['EN', 'en'],
    ['EN-us', 'en-US'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['DE-at-1996', 'de-AT-1996'],
  ])('%s is a tag, canonically %s', (tag, canonical) => {
    expect(isLanguageTag(tag)).toBe(true);
    expect(canonicalLanguage(tag)).toBe(canonical);
    expect(canonicalLanguage(canonical)).toBe(canonical);
  });

  it.each(['', 'e', 'english language', 'en_US', 'en-', '-en', 'x'])('"%s" is not a tag', (tag) => {
    expect(isLanguageTag(tag)).toBe(false);
  });
});
