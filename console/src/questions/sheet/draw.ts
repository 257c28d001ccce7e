import { quaestor } from '../../api/client.ts';
import type { Exported } from '../export/exported.ts';

/** Questions drawn at random; an empty category or level means those of the list. */
export interface DrawPart {
  key: string;
  /** As typed. */
  count: string;
  category: string;
  difficulty: '' | '0' | '1' | '2';
}

/** The maximum of the API for one draw. */
const MAX_COUNT = 100;
/** The sheet is requested by the ids of its questions, in an address of limited length. */
export const MAX_DRAWN = 200;
export const MAX_PARTS = 10;

export function newPart(): DrawPart {
  return { key: crypto.randomUUID(), count: '10', category: '', difficulty: '' };
}

/** A number from 1 to 100; undefined otherwise. */
export function readCount(text: string): number | undefined {
  const count = Number(text);
  return /^\d+$/u.test(text) && count >= 1 && count <= MAX_COUNT ? count : undefined;
}

export interface Drawn {
  ids: readonly string[];
  /** The parts for which the list has too few questions. */
  short: readonly { part: DrawPart; found: number }[];
}

/** Draws part after part. No question is drawn twice. */
export async function drawParts(exported: Exported, parts: readonly DrawPart[]): Promise<Drawn> {
  const ids: string[] = [];
  const short: { part: DrawPart; found: number }[] = [];
  for (const part of parts) {
    const count = Number(part.count);
    const { data } = await quaestor.questions.random({
      ...exported,
      ...(part.category !== '' && { category: [part.category] }),
      ...(part.difficulty !== '' && { difficulty: [Number(part.difficulty)] }),
      ...(ids.length > 0 && { exclude: ids }),
      count,
    });
    ids.push(...data.map(({ id }) => id));
    if (data.length < count) short.push({ part, found: data.length });
  }
  return { ids, short };
}
