import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import { addCategory, removeCategory, runMerges } from '../categories/steps.ts';
import {
  expectProblem,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { UNKNOWN_ID } from '../credentials.ts';
import { csvOf, importFile, plainRow, startTestWorker, undo } from '../imports/steps.ts';
import { get, revert, type ShownPreview, write } from './steps.ts';

const service = await startTestService();
const preview = async (id: string, query = '') => get<ShownPreview>(service, `/changes/${id}/revert${query}`);
const change = await write(service, 'POST', '/questions', [draft(), draft()]);
const request = { url: `/changes/${change}/revert` };

describe('200', () => {
  it('says what a revert would do, and changes nothing', async () => {
    const [one] = await service.create(draft());
    const [two] = await service.create(draft());
    const made = await write(service, 'PUT', `/questions/${one?.id}`, { difficulty: 2 });
    expect(await preview(made)).toEqual({ reverted: 1, deleted: 0, unchanged: 0, conflicts: [], next_after: null });
    const changed_by = await write(service, 'PUT', `/questions/${one?.id}`, { difficulty: 1 });
    const conflict = { question_id: one?.id, reason: 'changed_since', fields: ['difficulty'], changed_by };
    const nothing = { reverted: 0, deleted: 0, unchanged: 0, next_after: null };
    expect(await preview(made)).toEqual({ ...nothing, conflicts: [conflict] });
    expect(await preview(made, '?include_changed=true')).toMatchObject({ reverted: 1, conflicts: [] });
    const removed = await write(service, 'DELETE', `/questions/${two?.id}`);
    await write(service, 'POST', `/questions/${two?.id}/restore`);
    expect(await preview(removed)).toMatchObject({ reverted: 0, unchanged: 1 });
    expect((await service.request({ url: `/questions/${one?.id}` })).json()).toMatchObject({ version: 3 });
  });

  it('counts like the undo of an import whose new category was merged into another one', async () => {
    const worker = await startTestWorker(service);
    await addCategory(service, 'Imported');
    const rows = csvOf(
      5,
      (index) => `Which is ${index} of the preview?,${index},${index < 2 ? 'Science' : 'Imported'},0`,
    );
    const { id } = await importFile(service, rows);
    expect(await preview(id)).toMatchObject({ reverted: 5, deleted: 5, conflicts: [] });
    const reply = await removeCategory(service, 'Imported', { merge_into: 'Science' });
    const { id: changed_by } = reply.json<{ id: string }>();
    await runMerges(service);
    const left = await preview(id);
    expect(left).toMatchObject({ reverted: 2, deleted: 2 });
    expect(left.conflicts).toHaveLength(3);
    expect(left.conflicts[0]).toMatchObject({ reason: 'changed_since', fields: ['category'], changed_by });
    expect(await preview(id, '?include_changed=true')).toMatchObject({ reverted: 5, deleted: 5, conflicts: [] });
    const { undo: undone } = await undo(service, id, { include_changed: 'true' });
    expect(undone).toMatchObject({ removed: 5, kept: 0 });
    expect(await get(service, `/changes/${undone?.change_id}`)).toMatchObject({
      kind: 'revert',
      reverts: id,
      count: 5,
    });
    await worker.stop();
  });

  it('counts a large change in parts, and a question that it wrote twice once', async () => {
    const worker = await startTestWorker(service);
    await importFile(service, csvOf(2100));
    const again = plainRow(0).replace('Mathematics', 'Geography');
    const updates = `${csvOf(2100).replaceAll('Mathematics', 'Science')}${again}\n`;
    const { id } = await importFile(service, updates, { on_duplicate: 'update' });
    expect(await get(service, `/changes/${id}`)).toMatchObject({ count: 2101 });
    const parts: ShownPreview[] = [];
    for (let after: number | null = 0; after !== null; after = parts.at(-1)?.next_after ?? null)
      parts.push(await preview(id, `?after=${after}`));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.reduce((sum, { reverted }) => sum + reverted, 0)).toBe(2100);
    await worker.stop();
  });

  it('counts nothing once it is reverted', async () => {
    const made = await write(service, 'POST', '/questions', draft());
    await revert(service, made);
    expect(await preview(made)).toMatchObject({ reverted: 0, unchanged: 1, conflicts: [] });
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { headers } = await service.request(request);
    const reply = await service.request({ ...request, headers: { 'if-none-match': String(headers.etag) } });
    expect(reply.statusCode).toBe(304);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request({ url: `/changes/${unknown}/revert` }), 404, 'change_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'changes');
});
