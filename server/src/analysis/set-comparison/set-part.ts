import { hash } from 'node:crypto';
import { textKey } from '../../domain/text/text.ts';
import type { TextRow } from '../analysis-type.ts';
import { type CorpusChunk, packQuestions } from '../corpus/chunk.ts';
import { type DuplicatesChunk, packForComparison } from '../duplicates/chunk.ts';
import { type Measures, measureQuestions } from './shares/measures.ts';

/** The compact form of a shard: about 115 bytes per question, and as much again for near-duplicates. */
export interface SetPart {
  chunk: CorpusChunk;
  /** Two numbers per question, equal for equal normalised texts; both 0 for a text without a letter or digit. */
  textKeys: Uint32Array;
  measures: Measures;
  /** The input for near-duplicates; null unless requested. */
  near: DuplicatesChunk | null;
}

export function packSet(rows: readonly TextRow[], withNear: boolean): SetPart {
  return {
    chunk: packQuestions(rows),
    textKeys: packTextKeys(rows),
    measures: measureQuestions(rows),
    near: withNear ? packForComparison(rows) : null,
  };
}

/** 64 bits of SHA-256: comparing ten million with ten million questions, one wrong pair is expected in 180,000 runs. */
function packTextKeys(rows: readonly TextRow[]): Uint32Array {
  const keys = new Uint32Array(rows.length * 2);
  for (const [index, { question_text }] of rows.entries()) {
    const key = textKey(question_text);
    if (key === '') continue;
    const digest = hash('sha256', key, 'buffer');
    keys[index * 2] = digest.readUInt32LE(0);
    keys[index * 2 + 1] = digest.readUInt32LE(4);
  }
  return keys;
}
