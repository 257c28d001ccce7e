import fc from 'fast-check';

/** The answers of questions of every kind: fields that fit each other, which a schema alone cannot say. */
const text = fc.stringMatching(/^[a-z]{1,20}(?: [a-z]{1,20}){0,2}$/u);
const texts = (minLength: number, maxLength = 4) => fc.uniqueArray(text, { minLength, maxLength });
const decimal = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constantFrom('0.1', '1e-9', '-2.50'));

const ANSWERS = [
  fc.record({ correct_answer: text, accepted_answers: texts(0) }),
  fc.record({ correct_answer: text, incorrect_answers: texts(1) }),
  fc.record({ kind: fc.constant('true_false'), correct_answer: fc.constantFrom('True', 'false') }),
  texts(2).map(([right, ...incorrect_answers]) => ({ key: { right: [right] }, incorrect_answers })),
  fc.record({ value: decimal, tolerance: fc.nat(), unit: fc.constantFrom('m', 'km/h') }).map((key) => ({ key })),
  texts(2).map((sequence) => ({ key: { sequence } })),
  texts(2).map((prompts) => ({ key: { pairs: prompts.map((prompt) => ({ prompt, answer: `for ${prompt}` })) } })),
  fc.record({ answer: text }).map((gap) => ({ question_text: 'Which [[1]]?', key: { gaps: [gap] } })),
  fc.record({ kind: fc.constant('essay'), correct_answer: fc.constantFrom('', 'A model answer') }),
];

export const validAnswer: fc.Arbitrary<object> = fc.oneof(...ANSWERS);

export const ANSWER_FIELDS = ['kind', 'correct_answer', 'accepted_answers', 'incorrect_answers', 'key', 'scoring'];
