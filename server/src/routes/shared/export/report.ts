import { type Static, Type } from 'typebox';
import { Losses, type WriteOptions } from '../../../formats/format.ts';
import type { WrittenFormat } from '../../../formats/index.ts';
import { inEnglish } from '../../../sentences/settle.ts';
import { type Lines, writeExport } from './write.ts';

/** A report that takes longer says where to continue. */
const MAX_QUESTIONS = 100_000;
const MAX_MS = 5000;

export const ExportReport = Type.Object(
  {
    format: Type.String(),
    questions: Type.Integer({ description: 'Questions examined' }),
    written: Type.Integer({ description: 'Questions in the file' }),
    skipped: Type.Array(
      Type.Object(
        {
          reason: Type.String({ description: 'One sentence, in English' }),
          code: Type.String({ description: 'Names the sentence in every language' }),
          values: Type.Object({}, { description: 'The numbers and names that the sentence mentions' }),
          count: Type.Integer(),
          ids: Type.Array(Type.String({ format: 'uuid' }), { description: 'The first 100 of them' }),
        },
        { additionalProperties: false },
      ),
      { description: 'Questions that the file leaves out' },
    ),
    dropped_fields: Type.Array(
      Type.Object({ field: Type.String(), count: Type.Integer() }, { additionalProperties: false }),
      { description: 'Fields that the file cannot contain, and how many questions have a value for each' },
    ),
    next_after: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'If one report does not cover everything: `after` of the next one',
    }),
  },
  {
    $id: 'ExportReport',
    additionalProperties: false,
    examples: [
      {
        format: 'aiken',
        questions: 1,
        written: 0,
        skipped: [
          {
            reason: 'Aiken only supports choice questions.',
            code: 'export.choices_only',
            values: { format: 'Aiken' },
            count: 1,
            ids: ['019d8a33-a6f0-7000-8000-000000000003'],
          },
        ],
        dropped_fields: [],
        next_after: null,
      },
    ],
  },
);

/** Writes the file without sending it, and reports what it could not contain. */
export async function reportExport(
  lines: Lines,
  format: WrittenFormat,
  options: WriteOptions,
): Promise<Static<typeof ExportReport>> {
  const losses = new Losses();
  const ends = performance.now() + MAX_MS;
  let questions = 0;
  let next: string | null = null;
  async function* some(): Lines {
    let last = '';
    for await (const batch of lines) {
      if (questions >= MAX_QUESTIONS || performance.now() > ends) {
        next = (JSON.parse(last) as { id: string }).id;
        return;
      }
      questions += batch.split('\n').length - 1;
      last = batch.slice(batch.lastIndexOf('\n', batch.length - 2) + 1);
      yield batch;
    }
  }
  const pieces = writeExport(some(), format, losses, options)[Symbol.asyncIterator]();
  while ((await pieces.next()).done !== true);
  const skipped = [...losses.skipped.values()].map(({ reason: { code, values }, count, ids }) => ({
    reason: inEnglish(code, values),
    code,
    values,
    count,
    ids,
  }));
  return {
    format: format.name,
    questions,
    written: questions - losses.count,
    skipped,
    dropped_fields: [...losses.fields].map(([field, count]) => ({ field, count })),
    next_after: next,
  };
}
