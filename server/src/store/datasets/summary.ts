import { createHash } from 'node:crypto';
import { contentLine } from '../../domain/questions/content-line.ts';
import { readStoredQuestion } from '../../domain/questions/question.ts';
import { ValueTally } from '../../domain/value-tally.ts';
import { mapInSlices } from '../../limits/slices.ts';
import type { Executor } from '../database/database.ts';
import { type DatasetPlace, readDatasetBatch } from './chunks.ts';
import type { LicenseSummary } from './datasets.ts';

interface DatasetSummary {
  content_hash: string;
  licenses: LicenseSummary;
}

/** Reads all questions of a dataset, a chunk at a time; `onChunk` gets the number of chunks that have been read. */
export async function summariseDataset(
  db: Executor,
  datasetId: string,
  onChunk: (chunks: number) => Promise<void> = async () => {},
): Promise<DatasetSummary> {
  const hash = createHash('sha256');
  const [licenses, sources] = [new ValueTally(), new ValueTally()];
  for (let place: DatasetPlace | undefined = { ordinal: 0, place: 0 }; place !== undefined; ) {
    const { lines, rest }: Awaited<ReturnType<typeof readDatasetBatch>> = await readDatasetBatch(db, datasetId, place);
    const stored = lines.split('\n').filter((line) => line !== '');
    const content = await mapInSlices(stored, (line) => {
      const question = readStoredQuestion(line);
      licenses.add(question.license);
      sources.add(question.source);
      return contentLine(question);
    });
    hash.update(content.join(''));
    if (rest !== undefined && rest.ordinal > place.ordinal) await onChunk(rest.ordinal);
    place = rest;
  }
  const [byLicense, bySource] = [licenses.summary(), sources.summary()];
  return {
    content_hash: `sha256:${hash.digest('hex')}`,
    licenses: {
      licenses: byLicense.values,
      other_licenses: byLicense.others,
      sources: bySource.values,
      other_sources: bySource.others,
    },
  };
}
