import { describe, expect, it } from 'vitest';
import { argumentsSchema } from './arguments.ts';
import { FILTER } from './tools/filter.ts';

const schema = argumentsSchema(
  {
    ...FILTER,
    id: { type: 'string', format: 'uuid' },
    questions: {
      type: 'array',
      items: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
        additionalProperties: false,
      },
    },
  },
  ['q'],
);

const validate = (input: unknown) => schema['~standard'].validate(input);

async function violations(input: unknown): Promise<string> {
  const { issues } = await validate(input);
  return (issues ?? []).map(({ message }) => message).join(' ');
}

describe('the arguments of a tool', () => {
  it('accept a single value where a list is expected', async () => {
    const input = { q: 'moon', category: 'Science', difficulty: 0 };
    expect(await validate(input)).toEqual({ value: { q: 'moon', category: ['Science'], difficulty: [0] } });
  });

  it.each([
    [{}, '`q` is required.'],
    [{ q: 'x' }, '`q` must have at least 2 characters.'],
    [{ q: 5 }, '`q` must be a string.'],
    [{ q: 'moon', difficulty: [0, 3] }, '`difficulty[1]` must be at most 2.'],
    [{ q: 'moon', difficulty: 'Basic' }, '`difficulty[0]` must be a whole number.'],
    [{ q: 'moon', status: 'published' }, '`status[0]` must be one of draft, ready, archived.'],
    [{ q: 'moon', id: 'x' }, '`id` must be a UUID.'],
    [{ q: 'moon', questions: [{}] }, '`questions[0].text` is required.'],
    [
      { q: 'moon', questions: [{ text: 'x', 'a, data b': 1 }] },
      '`questions[0]` must not contain `a, data b`. Allowed: text.',
    ],
    [
      { q: 'moon', levels: [1] },
      'The arguments must not contain `levels`. Allowed: q, category, difficulty, topic_focus',
    ],
    ['moon', 'The arguments must be an object.'],
  ])('%j: %s', async (input, expected) => {
    expect(await violations(input)).toContain(expected);
  });

  it('describes many violations in a short message, in linear time', async () => {
    const many = Array.from({ length: 16_000 }, (_, index) => `x${index}`);
    const before = process.threadCpuUsage().user;
    const unknown = await violations({ q: 'moon', ...Object.fromEntries(many.map((name) => [name, 1])) });
    const wrong = await violations({ q: 'moon', questions: many.map(() => ({})) });
    expect(unknown).toContain('`x19` and 15980 more. Allowed: q, ');
    expect(wrong).toContain('More errors: 15980.');
    expect(Math.max(unknown.length, wrong.length)).toBeLessThan(2000);
    expect((process.threadCpuUsage().user - before) / 1000).toBeLessThan(2000); // 79 s if each name is described
  });
});
