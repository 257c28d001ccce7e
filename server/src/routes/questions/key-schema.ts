import { type TSchema, Type } from 'typebox';
import type { GivenKey, Key } from '../../domain/kinds/kind.ts';
import { LIST_LIMIT } from '../../domain/questions/question.ts';

const MAX_TEXT = 1000;
const text = (description: string) => Type.String({ minLength: 1, maxLength: MAX_TEXT, description });
const texts = (description: string, minItems = 0) =>
  Type.Array(Type.String({ minLength: 1, maxLength: MAX_TEXT }), { minItems, maxItems: LIST_LIMIT, description });
const unit = (description: string) => Type.String({ minLength: 1, maxLength: 50, description });
const decimal = (description: string) =>
  Type.Unsafe<number | string>({ type: ['number', 'string'], maxLength: 100, description });
const words = (description: string) => Type.Integer({ minimum: 0, maximum: 10_000, description });
const object = (properties: Record<string, TSchema>) => Type.Object(properties, { additionalProperties: false });

const MEMBERS = {
  right: texts('choices: the right options', 1),
  value: decimal('number: the right value, as a JSON number or, to keep all digits, as a text'),
  tolerance: decimal('number: by how much an answer may differ; 0 unless given'),
  relative_tolerance: decimal('number: the same as a share of the value, such as 0.05 for 5 %'),
  unit: unit('number: the unit of the value'),
  units: Type.Array(
    object({ name: unit('The name of the unit'), factor: decimal('How many of `unit` it is: 1000 for km if it is m') }),
    { maxItems: LIST_LIMIT, description: 'number: other units that are accepted' },
  ),
  sequence: texts('order: the items in the right order', 2),
  pairs: Type.Array(object({ prompt: text('The prompt'), answer: text('Its answer') }), {
    minItems: 2,
    maxItems: LIST_LIMIT,
    description: 'match: prompts and their answers',
  }),
  extra: texts('match: answers that match no prompt'),
  gaps: Type.Array(
    object({
      answer: text('The right answer'),
      accepted: Type.Optional(texts('Further right answers')),
      options: Type.Optional(texts('Wrong options: with them, the gap is a choice')),
    }),
    { minItems: 1, maxItems: LIST_LIMIT, description: 'gaps: the answers of [[1]], [[2]] and so on' },
  ),
  guidance: Type.String({ maxLength: 4000, description: 'essay: how to score it' }),
  min_words: words('essay: the fewest words'),
  max_words: words('essay: the most words'),
};

/** The members of all kinds; the rules of each kind say which it has. */
export const KEY = Type.Unsafe<GivenKey & (Key | null)>({
  ...Type.Object(
    Object.fromEntries(Object.entries(MEMBERS).map(([name, schema]) => [name, Type.Optional(schema as TSchema)])),
    { additionalProperties: false },
  ),
  type: ['object', 'null'],
  description:
    'What a right answer is, for kinds that need more than a text: {right}, {value, …}, {sequence}, {pairs, extra}, {gaps} or {guidance, …}',
});
