import type { Deps } from '../../../deps.ts';
import { violationError } from '../../../errors.ts';
import { type DatasetPlace, findDatasetPlace, readDatasetBatch } from '../../../store/datasets/chunks.ts';
import { findDataset } from '../../../store/datasets/datasets.ts';
import { readAhead } from '../../shared/export/read-ahead.ts';
import { datasetNotFound } from '../schema.ts';

interface DatasetStart {
  start: DatasetPlace;
  /** What people call the dataset. */
  name: string | null;
}

/** Rejects a dataset that does not exist, and a question that it does not contain. */
export async function findStart(deps: Deps, id: string, after: string | undefined): Promise<DatasetStart> {
  const dataset = await findDataset(deps.db.reads, id);
  if (dataset === undefined) throw datasetNotFound(id);
  const start = after === undefined ? FIRST : await findDatasetPlace(deps.db.reads, id, after);
  if (start !== undefined) return { start, name: dataset.name };
  const detail = `The dataset has no question with the id "${after}": start again without \`after\`.`;
  throw violationError([{ code: 'resource_missing', detail, parameter: 'after' }]);
}

const FIRST: DatasetPlace = { ordinal: 0, place: 0 };

export async function* readLines(deps: Deps, id: string, start: DatasetPlace): AsyncGenerator<string, void, undefined> {
  for await (const { lines } of readAhead(start, (place) => readDatasetBatch(deps.db.reads, id, place)))
    if (lines !== '') yield lines;
}
