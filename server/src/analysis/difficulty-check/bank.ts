import type { Part, TextRow } from '../analysis-type.ts';
import { type CorpusChunk, packQuestions } from '../corpus/chunk.ts';
import { type Corpus, Gathering } from '../corpus/corpus.ts';
import { Growing } from '../corpus/growing.ts';
import { measureSurface, SURFACE, SURFACE_WIDTH, type Surface } from './features/surface.ts';

export interface BankPart {
  chunk: CorpusChunk;
  surface: Uint16Array;
}

/** All questions of a run. */
export interface Bank {
  corpus: Corpus;
  surface: Uint16Array;
}

export function packPart(rows: readonly TextRow[]): BankPart {
  return { chunk: packQuestions(rows), surface: measureSurface(rows) };
}

export async function gatherBank(parts: AsyncIterable<Part<BankPart>>): Promise<Bank> {
  const gathering = new Gathering();
  const surface = new Growing((length) => new Uint16Array(length));
  for await (const { population, partial } of parts) {
    gathering.take(partial.chunk, population);
    surface.append(partial.surface);
  }
  return { corpus: gathering.corpus(), surface: surface.view() };
}

export function surfaceOf({ surface }: Bank, question: number, name: Surface): number {
  return surface[question * SURFACE_WIDTH + SURFACE[name]] ?? 0;
}
