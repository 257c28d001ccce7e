import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import { expectProblem, getBody } from '../common.ts';

const service = await startTestService();
const post = (payload: object) => service.request({ method: 'POST', url: '/questions', payload });
const sendText = (payload: string | Buffer) =>
  service.request({ method: 'POST', url: '/questions', payload, headers: { 'content-type': 'application/json' } });
const many = (length: number, item: string) => Array.from({ length }, () => item);

describe('the rules of a question', () => {
  it.each([
    ['question_text', undefined, 'required'],
    ['question_text', null, 'invalid_type'],
    ['question_text', 5, 'invalid_type'],
    ['question_text', '', 'too_short'],
    ['question_text', ' \t\n\u00a0 ', 'too_short'],
    ['question_text', 'x'.repeat(4001), 'too_long'],
    ['question_text', 'a\u0000b', 'invalid_characters'],
    ['question_text', 'a\u000bb', 'invalid_characters'],
    ['question_text', 'a\u0085b', 'invalid_characters'],
    ['question_text', 'a\ud800b', 'invalid_characters'],
    ['correct_answer', undefined, 'required'],
    ['correct_answer', 'x'.repeat(1001), 'too_long'],
    ['correct_answer', ['Mercury'], 'invalid_type'],
    ['category', undefined, 'required'],
    ['category', 'Sports', 'not_allowed'],
    ['category', null, 'invalid_type'],
    ['difficulty', undefined, 'required'],
    ['difficulty', '1', 'invalid_type'],
    ['difficulty', true, 'invalid_type'],
    ['difficulty', 1.5, 'invalid_type'],
    ['difficulty', -1, 'out_of_range'],
    ['difficulty', 3, 'out_of_range'],
    ['topic_focus', '', 'too_short'],
    ['topic_focus', 'x'.repeat(101), 'too_long'],
    ['accepted_answers', many(21, 'x'), 'too_long'],
    ['accepted_answers', 'x', 'invalid_type'],
    ['incorrect_answers', many(21, 'x'), 'too_long'],
    ['explanation', 'x'.repeat(4001), 'too_long'],
    ['tags', many(21, 'x'), 'too_long'],
    ['language', 'not a tag', 'invalid_format'],
    ['source', 'x'.repeat(501), 'too_long'],
    ['license', 'x'.repeat(101), 'too_long'],
    ['external_id', 'x'.repeat(201), 'too_long'],
    ['external_id', 7, 'invalid_type'],
    ['status', 'deleted', 'not_allowed'],
  ])('%s may not be %j', async (field, value, code) => {
    const problem = expectProblem(await post(draft({ [field]: value })), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ code, pointer: `#/${field}` }]);
  });

  it.each([
    ['accepted_answers', ['fine', ''], 'too_short'],
    ['incorrect_answers', ['fine', 'x'.repeat(1001)], 'too_long'],
    ['tags', ['fine', 'x'.repeat(51)], 'too_long'],
    ['tags', ['fine', null], 'invalid_type'],
    ['tags', ['fine', 'bell\u0007'], 'invalid_characters'],
  ])('name the invalid entry of %s in %j', async (field, value, code) => {
    const problem = expectProblem(await post(draft({ [field]: value })), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ code, pointer: `#/${field}/1` }]);
  });

  it('list the existing categories for an unknown one', async () => {
    const problem = expectProblem(await post(draft({ category: 'Sience' })), 400, 'validation_error');
    expect(problem.errors[0]?.allowed).toHaveLength(6);
    expect(problem.errors[0]?.detail).toContain('Did you mean `Science`?');
  });

  it.each(['id', 'version', 'created_at', 'deleted_at', '__proto__', 'constructor', 'toString', 'a/b~c'])(
    'reject the field %s in a creation',
    async (field) => {
      const text = JSON.stringify(draft()).replace('{', `{${JSON.stringify(field)}:1,`);
      const problem = expectProblem(await sendText(text), 400, 'unknown_field');
      expect(problem.errors).toMatchObject([{ pointer: `#/${field.replace('~', '~0').replace('/', '~1')}` }]);
    },
  );

  it('suggest the intended field for a misspelt one', async () => {
    const problem = expectProblem(await post(draft({ topic: 'Planets' })), 400, 'unknown_field');
    expect(problem.detail).toBe('Unknown field `topic`. Use `topic_focus` (A refinement inside the category).');
    const nearer = expectProblem(await post(draft({ topic_focs: 'Planets' })), 400, 'unknown_field');
    expect(nearer.detail).toBe('Unknown field `topic_focs`. Did you mean `topic_focus`?');
  });

  it('prevent a rejected question from being stored', async () => {
    expect((await getBody(service, '/questions?status=draft&status=ready&status=archived')).pagination.total).toBe(0);
  });
});

describe('the body', () => {
  it.each([
    ['not JSON', '{"question_text": '],
    ['JSON followed by something else', `${JSON.stringify(draft())} {}`],
    ['empty', ''],
    ['not in UTF-8', Buffer.from(JSON.stringify(draft({ correct_answer: 'Göteborg' })), 'latin1')],
  ])('is rejected when it is %s', async (_name, body) => {
    expectProblem(await sendText(body), 400, 'invalid_json');
  });

  it('is rejected when there is none', async () => {
    expectProblem(await service.request({ method: 'POST', url: '/questions' }), 400, 'invalid_json');
  });

  it.each(['null', '5', '"text"', 'true'])('is rejected when it is %s', async (body) => {
    const problem = expectProblem(await sendText(body), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ code: 'invalid_type', pointer: '#' }]);
  });

  it('is rejected when it is an empty list', async () => {
    const problem = expectProblem(await sendText('[]'), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ code: 'too_short', pointer: '#' }]);
  });

  it('is rejected when it is nested too deeply', async () => {
    const problem = expectProblem(await sendText('['.repeat(5000) + ']'.repeat(5000)), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ code: 'too_deep' }]);
  });

  it('may declare its charset', async () => {
    const headers = { 'content-type': 'Application/JSON; charset="UTF-8"' };
    const reply = await service.request({
      method: 'POST',
      url: '/questions',
      payload: JSON.stringify(draft()),
      headers,
    });
    expect(reply.statusCode).toBe(201);
  });
});
