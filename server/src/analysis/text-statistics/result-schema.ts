import { type TSchema, Type } from 'typebox';
import { resultParts } from '../result-parts.ts';
import { shownQuestion } from '../shown-question.ts';
import { DIRECTIONS } from './outliers.ts';
import { FIELD_SCHEMA } from './parameters.ts';
import { QUESTION_WORDS } from './words/question-words.ts';

const closed = { additionalProperties: false };
const count = Type.Integer({ minimum: 0 });
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);

const distribution = (description: string) =>
  Type.Object(
    {
      n: count,
      mean: orNull(Type.Number()),
      sd: orNull(Type.Number({ minimum: 0, description: 'Standard deviation of a sample, with n - 1.' })),
      min: orNull(Type.Number()),
      max: orNull(Type.Number()),
      percentiles: Type.Array(Type.Object({ p: Type.Number(), value: orNull(Type.Number()) }, closed)),
    },
    { ...closed, description },
  );

const readability = Type.Object(
  {
    flesch_reading_ease: Type.Number(),
    flesch_kincaid_grade: Type.Number(),
    coleman_liau: Type.Number(),
    ari: Type.Number(),
    gunning_fog: Type.Number(),
    smog: Type.Number(),
  },
  { ...closed, description: 'Readability of all English texts of the group together; null under 100 words.' },
);

const vocabulary = Type.Object(
  {
    tokens: Type.Integer({ minimum: 0, description: 'Number of words, not counting numbers.' }),
    types: count,
    hapax: Type.Integer({ minimum: 0, description: 'Words that are used only once.' }),
    mattr_50: orNull(
      Type.Number({ description: 'Mean share of distinct words in a window of 50; null under 50 words.' }),
    ),
    top_words: Type.Array(Type.Object({ word: Type.String(), count }, closed)),
  },
  closed,
);

const field = Type.Object(
  {
    field: FIELD_SCHEMA,
    chars: distribution('Unicode code points of a text.'),
    words: distribution('Words of a text.'),
    sentences: distribution('Sentences of a text.'),
    syllables_per_word: distribution('Syllables per word of English texts with at least one word.'),
    readability: orNull(readability),
    vocabulary,
    question_words: orNull(
      Type.Array(Type.Object({ word: Type.Enum([...QUESTION_WORDS]), count }, closed), {
        description: 'English questions by their first question word; null for answers.',
      }),
    ),
  },
  closed,
);

const group = Type.Object(
  {
    value: Type.Union([Type.String(), Type.Integer(), Type.Null()]),
    name: Type.String(),
    n: count,
    fields: Type.Array(field),
  },
  closed,
);

const outlier = {
  question_id: Type.String(),
  field: FIELD_SCHEMA,
  direction: Type.Enum([...DIRECTIONS]),
  characters: count,
  usual: Type.Integer({ minimum: 0, description: 'Number of characters of the median text of its group.' }),
  z: Type.Number({
    description: 'Distance from the median of ln(1 + characters), in scaled median deviations.',
  }),
};

export const RESULT = Type.Object(
  {
    summary: Type.Object(
      {
        questions: count,
        english_questions: count,
        groups: count,
        words: Type.Integer({ minimum: 0, description: 'Number of words in all fields.' }),
        mean_words_per_question: orNull(Type.Number()),
        mean_words_per_answer: orNull(Type.Number()),
        outliers: Type.Integer({ minimum: 0, description: 'Number of outliers, including those that are not listed.' }),
        dismissed: Type.Integer({ minimum: 0, description: 'Number of dismissed outliers, which are left out.' }),
      },
      closed,
    ),
    groups: Type.Array(group, { description: 'Largest groups first.' }),
    outliers: Type.Array(Type.Object(outlier, closed), { description: 'Most extreme first.' }),
    ...resultParts,
  },
  closed,
);

export const ITEM = Type.Object(
  {
    ...outlier,
    version: Type.Integer({ minimum: 1 }),
    text: orNull(Type.String({ description: 'The text as it was analysed.' })),
    ...shownQuestion,
  },
  closed,
);
