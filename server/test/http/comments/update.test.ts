import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  countStatuses,
  createOne,
  expectProblem,
  getBody,
  type ListBody,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { UNKNOWN_ID } from '../credentials.ts';
import { plantPerson } from '../people.ts';
import { somebody } from '../views/steps.ts';
import { asked, type CommentRecord, comment, urlOf } from './steps.ts';

const service = await startTestService();
const question = await createOne(service);
const reader = await somebody(service, 'questions:read');
const writer = await somebody(service, 'questions:read', 'questions:write');
const shown = await comment(service, question.id);
const request = asked('PATCH', shown, { text: 'Another' });

describe('200', () => {
  it('changes the text for its author', async () => {
    const made = await comment(service, question.id, 'Before', reader.headers);
    const reply = await service.request(asked('PATCH', made, { text: 'After' }, reader.headers));
    const changed = reply.json<CommentRecord>();
    expect(changed).toEqual({ ...made, text: 'After', version: 2, updated_at: changed.updated_at });
    expect(reply.headers.etag).toBe('"2"');
    const { data } = await getBody<ListBody<CommentRecord>>(service, urlOf(question.id), reader.headers);
    expect(data.find(({ id }) => id === made.id)).toEqual(changed);
  });

  it('can be resolved by its author or by anybody who may write, and reopened', async () => {
    const made = await comment(service, question.id, 'Wrong?', reader.headers);
    const by = async (payload: object, headers: Record<string, string>) =>
      (await service.request(asked('PATCH', made, payload, headers))).json<CommentRecord>();
    expect(await by({ resolved: true }, writer.headers)).toMatchObject({ resolved: true, resolved_by: writer.id });
    expect(await by({ resolved: true }, reader.headers)).toMatchObject({ resolved_by: writer.id, version: 2 });
    expect(await by({ resolved: false }, reader.headers)).toMatchObject({ resolved: false, resolved_by: null });
    expect(await by({ text: 'Right.', resolved: true }, reader.headers)).toMatchObject({
      text: 'Right.',
      resolved_by: reader.id,
      author: reader.id,
      version: 4,
    });
  });

  it('changes the mentions for its author, and keeps those of people who were removed', async () => {
    const [ada, grace] = [await plantPerson(service, 'editor'), await plantPerson(service, 'editor')];
    const made = await comment(service, question.id, 'Right?', asOperator, [ada]);
    const removed = await service.request({ method: 'DELETE', url: `/people/${ada}`, headers: asOperator });
    expect(removed.statusCode).toBe(200);
    const by = async (payload: object) => (await service.request(asked('PATCH', made, payload))).json<CommentRecord>();
    expect(await by({ text: 'Wrong?' })).toMatchObject({ mentions: [ada], version: 2 });
    expect(await by({ mentions: [ada, grace] })).toMatchObject({ mentions: [ada, grace], version: 3 });
    expect(await by({ mentions: [grace] })).toMatchObject({ mentions: [grace], version: 4 });
    const again = await service.request(asked('PATCH', made, { mentions: [grace, ada] }));
    expect(expectProblem(again, 400, 'resource_missing').errors).toMatchObject([{ pointer: '#/mentions/1' }]);
    const writing = asked('PATCH', made, { mentions: [] }, writer.headers);
    expectProblem(await service.request(writing), 403, 'not_author');
  });

  it('keeps the version if nothing changes', async () => {
    const made = await comment(service, question.id);
    expect((await service.request(asked('PATCH', made, { text: made.text, resolved: false }))).json()).toEqual(made);
    expect((await service.request(asked('PATCH', made, {}))).json()).toEqual(made);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([
    ['an empty text', { text: '' }, '#/text'],
    ['4,001 characters', { text: 'x'.repeat(4001) }, '#/text'],
    ['a string for a boolean', { resolved: 'yes' }, '#/resolved'],
    ['an author', { author: 'x' }, '#/author'],
  ])('rejects %s', async (_name, payload, pointer) => {
    const reply = await service.request(asked('PATCH', shown, payload));
    expect(reply.statusCode).toBe(400);
    expect(reply.json<{ errors: object[] }>().errors).toMatchObject([{ pointer }]);
  });
});

describe('401', () => {
  it('rejects callers without a token', async () => {
    const reply = await service.request(asked('PATCH', shown, { resolved: true }, {}));
    expectProblem(reply, 401, 'authentication_required');
  });
});

describe('403', () => {
  it('rejects changes of the text by anybody but the author', async () => {
    const made = await comment(service, question.id, 'Mine', reader.headers);
    for (const headers of [writer.headers, asOperator])
      expectProblem(await service.request(asked('PATCH', made, { text: 'Not mine' }, headers)), 403, 'not_author');
  });

  it('rejects resolving by callers who may only read', async () => {
    const reply = await service.request(asked('PATCH', shown, { resolved: true }, reader.headers));
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toContain('questions:write');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (id) => {
    expectProblem(await service.request(asked('PATCH', { ...shown, id }, {})), 404, 'comment_not_found');
  });

  it('does not find it under another question', async () => {
    const other = await createOne(service);
    const reply = await service.request(asked('PATCH', { ...shown, question_id: other.id }, {}));
    expectProblem(reply, 404, 'comment_not_found');
    const nowhere = await service.request(asked('PATCH', { ...shown, question_id: 'nonsense' }, {}));
    expectProblem(nowhere, 404, 'question_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('412', () => {
  it('rejects changes of another version, and accepts exactly one of several at once', async () => {
    const made = await comment(service, question.id);
    const headers = { ...asOperator, 'if-match': '"1"' };
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) => service.request(asked('PATCH', made, { text }, headers))),
    );
    expect(countStatuses(replies)).toEqual({ 200: 1, 412: 3 });
    const late = await service.request(asked('PATCH', made, { text: 'e' }, headers));
    expect(expectProblem(late, 412, 'precondition_failed').detail).toContain('Read the comment again');
    expect(late.headers.etag).toBe('"2"');
  });
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('428', () => {
  it('rejects a change without If-Match if the operator requires it', async () => {
    const strict = await startTestService({ REQUIRE_IF_MATCH: 'true' });
    const made = await comment(strict, (await createOne(strict)).id);
    expectProblem(await strict.request(asked('PATCH', made, { text: 'x' })), 428, 'precondition_required');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'comments');
});
