import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../tokens/scope.ts';
import { QUESTION_FIELDS, type Question, renderQuestion } from './question.ts';
import {
  ANSWER_FIELDS,
  questionEtag,
  questionEtags,
  SHOWN_FIELDS,
  showFields,
  showQuestion,
  visibilityOf,
  visibleFilter,
  withoutAnswers,
  writtenVisibility,
} from './visibility.ts';

const mercury: Question = {
  kind: 'choice',
  key: null,
  scoring: 'all_or_nothing',
  id: '01a1dcb4-4c4a-75f8-b904-7e31f36f1181',
  question_text: 'Which planet is closest to the Sun?',
  correct_answer: 'Mercury',
  category: 'Astronomy',
  difficulty: 0,
  topic_focus: null,
  accepted_answers: ['The planet Mercury'],
  incorrect_answers: ['Venus', 'Mars'],
  explanation: 'It is 58 million km away.',
  tags: [],
  language: 'en',
  source: null,
  license: null,
  external_id: null,
  status: 'ready',
  version: 3,
  created_at: new Date(0),
  updated_at: new Date(0),
};
const [reader, player, writer] = (['questions:read', 'questions:play', 'questions:write'] as const).map((scope) =>
  visibilityOf({ scopes: [scope] }),
) as [ReturnType<typeof visibilityOf>, ReturnType<typeof visibilityOf>, ReturnType<typeof visibilityOf>];

describe('visibilityOf', () => {
  it.each<[Scope[], string]>([
    [[], 'sent'],
    [['questions:play'], 'play'],
    [['questions:read'], 'read'],
    [['questions:play', 'questions:read'], 'read'],
    [['questions:play', 'questions:write'], 'play'],
    [['questions:write', 'analysis:read', 'analysis:run', 'audit:read'], 'sent'],
  ])('of %j uses the copy %s', (scopes, copy) => {
    expect(visibilityOf({ scopes }).copy).toBe(copy);
  });

  it('shows no more with fewer scopes, except in place of answers', () => {
    fc.assert(
      fc.property(fc.subarray([...SCOPES]), fc.subarray([...SCOPES]), (scopes, more) => {
        const [less, all] = [visibilityOf({ scopes }), visibilityOf({ scopes: [...scopes, ...more] })];
        expect(all.selectable).toEqual(expect.arrayContaining([...less.selectable]));
        expect(all.statuses).toEqual(expect.arrayContaining([...less.statuses]));
        expect(all.sources).toEqual(expect.arrayContaining([...less.sources]));
        expect(all.answers || !less.answers).toBe(true);
      }),
    );
  });

  it('shows answers and drafts only with questions:read', () => {
    fc.assert(
      fc.property(fc.subarray(SCOPES.filter((scope) => scope !== 'questions:read')), (scopes) => {
        for (const visibility of [visibilityOf({ scopes }), writtenVisibility({ scopes })]) {
          expect(visibility.answers).toBe(false);
          expect(visibility.selectable.filter((field) => ANSWER_FIELDS.some((answer) => answer === field))).toEqual([]);
          expect(visibility.fields.filter((field) => ANSWER_FIELDS.some((answer) => answer === field))).toEqual([]);
          expect(visibility.statuses).not.toContain('draft');
          expect(visibility.sources).toEqual(['cells']);
        }
      }),
    );
  });

  it('of written questions does not depend on questions:play', () => {
    expect(writtenVisibility({ scopes: ['questions:play', 'questions:write'] })).toBe(writer);
    expect(writtenVisibility({ scopes: ['questions:read', 'questions:write'] })).toBe(reader);
  });
});

describe('showQuestion', () => {
  it('shows a reader the stored text unchanged', () => {
    expect(showQuestion(reader, renderQuestion(mercury))).toBe(renderQuestion(mercury));
  });

  it('shows a player options in place of the fields with answers', () => {
    const shown = JSON.parse(showQuestion(player, renderQuestion(mercury)) ?? '') as Record<string, unknown>;
    const fields: string[] = QUESTION_FIELDS.filter((field) => !ANSWER_FIELDS.some((answer) => answer === field));
    expect(Object.keys(shown)).toEqual([...fields, 'options', 'prompts', 'gaps']);
    expect(shown['options']).toEqual(expect.arrayContaining(['Mercury', 'Venus', 'Mars']));
  });

  it.each(['draft', 'archived'] as const)('shows a player nothing of a question that is %s', (status) => {
    expect(showQuestion(player, renderQuestion({ ...mercury, status }))).toBeUndefined();
  });
});

describe('showFields', () => {
  it('shows the requested fields in the requested order', () => {
    expect(showFields(renderQuestion(mercury), ['version', 'id'])).toBe(`{"version":3,"id":"${mercury.id}"}`);
  });

  it('knows every field', () => {
    const shown = JSON.parse(showFields(renderQuestion(mercury), SHOWN_FIELDS)) as object;
    expect(Object.keys(shown)).toEqual([...SHOWN_FIELDS]);
  });
});

describe('visibleFilter', () => {
  it('does not change the filter of a reader', () => {
    expect(visibleFilter(reader, { ids: ['a'] })).toEqual({ ids: ['a'] });
  });

  it('searches answers only for a caller who may see them', () => {
    expect(visibleFilter(reader, { q: 'mercury' })).toEqual({ q: 'mercury', searches_answers: true });
    expect(visibleFilter(player, { q: 'mercury', status: ['ready'] })).toEqual({ q: 'mercury', status: ['ready'] });
    expect(visibleFilter(writer, { q: 'mercury' })).not.toHaveProperty('searches_answers');
  });

  it('finds only ready questions for a player, even by id', () => {
    expect(visibleFilter(player, { ids: ['a'] })).toEqual({ ids: ['a'], status: ['ready'] });
    expect(visibleFilter(player, { status: ['ready'] })).toEqual({ status: ['ready'] });
  });
});

describe('questionEtag', () => {
  it('is the version for callers who see the whole question, and another tag for every other copy', () => {
    expect(questionEtag(12, reader)).toBe('"12"');
    const tags = [reader, player, writer].map((visibility) => questionEtag(12, visibility));
    expect(new Set(tags).size).toBe(3);
    expect(questionEtags(12).toSorted()).toEqual(tags.toSorted());
  });
});

describe('withoutAnswers', () => {
  it('removes exactly the fields that contain or reveal the answer', () => {
    const question = {
      id: 'q',
      question_text: 'Which planet is closest to the Sun?',
      correct_answer: 'Mercury',
      accepted_answers: ['mercury'],
      incorrect_answers: ['Venus'],
      explanation: 'It is 58 million km away.',
      difficulty: 0,
      topic_focus: null,
      tags: ['planets'],
    };
    expect(withoutAnswers(question)).toEqual({
      id: 'q',
      question_text: 'Which planet is closest to the Sun?',
      difficulty: 0,
      topic_focus: null,
      tags: ['planets'],
    });
    expect(question.correct_answer).toBe('Mercury');
  });

  it('removes them in lists and nested fields', () => {
    const page = { data: [{ question: { id: 1, explanation: 'x' } }, { id: 2, correct_answer: 'y' }], total: 2 };
    expect(withoutAnswers(page)).toEqual({ data: [{ question: { id: 1 } }, { id: 2 }], total: 2 });
  });

  it('leaves none in any value', () => {
    const name = fc.oneof(fc.constantFrom(...ANSWER_FIELDS), fc.constantFrom('data', 'question', 'id'));
    const { tree } = fc.letrec((tie) => ({
      leaf: fc.oneof(fc.constant(null), fc.integer(), fc.boolean(), fc.string()),
      tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), fc.array(tie('tree')), fc.dictionary(name, tie('tree'))),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const text = JSON.stringify(withoutAnswers(value));
        for (const field of ANSWER_FIELDS) expect(text).not.toContain(`"${field}":`);
      }),
    );
  });

  it('does not change a value without such fields', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(withoutAnswers(value)).toEqual(value);
      }),
    );
  });

  it.each([[null], [0], ['correct_answer'], [true], [[]], [{}]])('does not change %j', (value) => {
    expect(withoutAnswers(value)).toEqual(value);
  });
});
