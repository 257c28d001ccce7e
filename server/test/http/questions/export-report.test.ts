import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';

interface Report {
  questions: number;
  written: number;
  skipped: { reason: string; code: string; values: object; count: number; ids: string[] }[];
  dropped_fields: { field: string; count: number }[];
  next_after: string | null;
}

const service = await startTestService();
const url = '/questions/export/report';
const bank = await service.create(
  Array.from({ length: 20 }, (_, index) =>
    draft({
      question_text: `Number ${index}?`,
      incorrect_answers: index % 2 === 0 ? ['Venus'] : [],
      explanation: index % 4 === 0 ? 'Because.' : null,
    }),
  ),
);

describe('200', () => {
  it('counts and lists the fields that the format omits', async () => {
    const report = await getBody<Report>(service, `${url}?format=aiken`);
    expect(report).toMatchObject({ format: 'aiken', questions: 20, written: 10, next_after: null });
    const words = bank.filter((_, index) => index % 2 === 1).map(({ id }) => id);
    expect(report.skipped.map(({ count, ids }) => ({ count, ids }))).toEqual([{ count: 10, ids: words }]);
    expect(report.skipped[0]).toMatchObject({
      reason: 'Aiken only supports choice questions.',
      code: 'export.choices_only',
      values: { format: 'Aiken' },
    });
    expect(report.dropped_fields).toContainEqual({ field: 'explanation', count: 5 });
  });

  it('is empty for a format that supports everything', async () => {
    const report = await getBody<Report>(service, `${url}?status=ready`);
    expect(report).toMatchObject({ questions: 20, written: 20, skipped: [], dropped_fields: [] });
  });

  it('covers the questions after a given one, in any format', async () => {
    const report = await getBody<Report>(service, `${url}?format=aiken&after=${bank[17]?.id}`);
    expect(report).toMatchObject({ questions: 2, written: 1 });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });

  it('rejects a format that cannot be exported', async () => {
    expectProblem(await service.request({ url: `${url}?format=word` }), 400, 'validation_error');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url });
});
