import type { ChangeMember } from '../../../domain/changes/change.ts';
import { presentMember, type ShownItem } from '../../../domain/changes/shown-item.ts';
import { mapInSlices } from '../../../limits/slices.ts';
import { type Chunk, findChunk } from '../../../store/changes/chunks.ts';
import type { Conflict } from '../../../store/changes/write.ts';
import type { Executor } from '../../../store/database/database.ts';
import { listMemberStates } from '../../../store/questions/member-states.ts';

/** The key of a member combines its chunk and its position there; a chunk has fewer members and conflicts than this. */
const KEYS_PER_CHUNK = 4096;
/** A question has up to 64 KB, and two versions of each are read. */
const MEMBERS_AT_ONCE = 20;
/** A page ends after this much JSON, whatever its limit. */
const MAX_PAGE_LENGTH = 4 * 1024 * 1024;

export interface PlacedItem extends ShownItem {
  key: number;
  fitting?: null;
}

type Entry = { key: number } & ({ member: ChangeMember } | { conflict: Conflict });

interface ItemsPage {
  limit: number;
  offset: number;
  after?: number | undefined;
  conflictsOnly?: boolean;
}

/** Members in the order in which they were written, those of each transaction followed by its conflicts. */
export async function readItems(
  db: Executor,
  changeId: string,
  { limit, offset, after = -1, conflictsOnly = false }: ItemsPage,
): Promise<{ rows: PlacedItem[]; continuesAfter?: string }> {
  const rows: PlacedItem[] = [];
  let [toSkip, length] = [offset, 0];
  let from = Math.max(0, Math.floor(after / KEYS_PER_CHUNK));
  const next = () => findChunk(db, changeId, { from, conflictsOnly });
  for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
    const entries = entriesOf(chunk).filter((entry) => entry.key > after && (!conflictsOnly || 'conflict' in entry));
    const wanted = entries.slice(toSkip, toSkip + limit - rows.length);
    toSkip = Math.max(0, toSkip - entries.length);
    for (let place = 0; place < wanted.length; place += MEMBERS_AT_ONCE) {
      for (const item of await presentEntries(db, wanted.slice(place, place + MEMBERS_AT_ONCE))) {
        rows.push(item);
        length += JSON.stringify(item).length;
        if (length > MAX_PAGE_LENGTH && rows.length < limit) return { rows, continuesAfter: String(item.key) };
      }
    }
    if (rows.length >= limit) break;
    from = chunk.number + 1;
  }
  return { rows };
}

function entriesOf({ number, members, conflicts }: Chunk): Entry[] {
  const key = (place: number) => number * KEYS_PER_CHUNK + place;
  return [
    ...members.map((member, place) => ({ key: key(place), member })),
    ...conflicts.map((conflict, place) => ({ key: key(members.length + place), conflict })),
  ];
}

async function presentEntries(db: Executor, entries: readonly Entry[]): Promise<PlacedItem[]> {
  const members = entries.flatMap((entry) => ('member' in entry ? [entry.member] : []));
  const states = (await listMemberStates(db, members)).values();
  // Comparing two texts of 1,000 words without a common one takes 4 ms.
  return mapInSlices(entries, (entry) => {
    if ('member' in entry) return { key: entry.key, ...presentMember(entry.member, states.next().value) };
    const { question_id } = entry.conflict;
    const nothing = { version: null, change: null, fields: [], unavailable: null };
    return { key: entry.key, question_id, ...nothing, conflict: entry.conflict };
  });
}
