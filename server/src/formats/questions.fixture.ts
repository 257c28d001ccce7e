import fc from 'fast-check';
import { settleAnswer } from '../domain/kinds/settle-answer.ts';
import { QUESTION_STATUSES, type Question } from '../domain/questions/question.ts';
import { findForbiddenCharacter, normaliseText } from '../domain/text/text.ts';

/** Texts with a meaning in some format, or that a format may misinterpret. */
const ESCAPES = [
  ...Array.from('=~{}#:\\%&<>"\'`|,;\t\n[]()/*$_-+@. '),
  ...[
    '\\n',
    '\\\\',
    '->',
    '::',
    '//',
    '####',
    '%50%',
    ']]>',
    '<![CDATA[',
    '<b>',
    '<br>',
    '&amp;',
    '&lt;',
    '&#65;',
    '\\(x^2\\)',
  ],
  ...[
    '[html]',
    '$CATEGORY:',
    'ANSWER: A',
    'A) ',
    'sep=;',
    '#html:true',
    '=HYPERLINK("x")',
    '_x000D_',
    '1e5',
    '007',
    '0.50',
  ],
  ...[
    'é',
    'π',
    '²',
    '漢字',
    '😀',
    'e\u0301',
    '\u00a0',
    '\u200b',
    '\u2028',
    'TRUE',
    'true',
    'T',
    'null',
    '-1',
    '[1]',
    '["a"]',
  ],
];

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ESCAPES) },
  { weight: 2, arbitrary: fc.constantFrom('word', 'Paris', '42', 'x y') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 3 }) },
);

/** A text as the API stores it: normalised, not empty, without forbidden characters. */
const storedText = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((parts) => normaliseText(parts.join('')))
  .filter((text) => text !== '' && text.length <= 100 && findForbiddenCharacter(text) === undefined);

const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });
/** A right answer with wrong ones: none, True and False, or others. */
const answers = fc.oneof(
  fc.record({ right: storedText, wrong: fc.constant<string[]>([]) }),
  fc.constantFrom({ right: 'True', wrong: ['False'] }, { right: 'False', wrong: ['True'] }),
  fc.uniqueArray(storedText, { minLength: 2, maxLength: 6 }).map(([right = '', ...wrong]) => ({ right, wrong })),
);

export const storedQuestion: fc.Arbitrary<Question> = fc
  .record({
    id: fc.uuid({ version: 7 }),
    question_text: storedText,
    answers,
    category: fc.constantFrom('Science', 'General Knowledge', 'Arts/Music'),
    difficulty: fc.constantFrom(0, 1, 2),
    topic_focus: orNull(storedText),
    accepted_answers: fc.uniqueArray(storedText, { maxLength: 3 }),
    explanation: orNull(storedText),
    tags: fc.uniqueArray(
      storedText.filter((text) => text.length <= 50),
      { maxLength: 3 },
    ),
    language: fc.constantFrom('en', 'de', 'sr-Latn'),
    source: orNull(storedText),
    license: orNull(storedText),
    external_id: orNull(storedText),
    status: fc.constantFrom(...QUESTION_STATUSES),
    version: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ answers: { right, wrong }, ...rest }) => ({
    ...rest,
    ...settleAnswer({ ...rest, correct_answer: right, incorrect_answers: wrong }).answer,
    created_at: new Date('2026-01-02T03:04:05.678Z'),
    updated_at: new Date('2026-02-03T04:05:06.789Z'),
  }));

export const storedQuestions = fc.array(storedQuestion, { minLength: 1, maxLength: 5 });
