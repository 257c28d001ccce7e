import type { ChangeMember } from '../../domain/changes/change.ts';
import { findChunk } from '../../store/changes/chunks.ts';
import type { Conflict } from '../../store/changes/write.ts';
import type { Executor } from '../../store/database/database.ts';
import { listMembers } from '../../store/questions/member-states.ts';
import { type Plan, planReverts } from './plan-reverts.ts';
import { MEMBERS_AT_ONCE } from './revert-members.ts';

/** A preview that takes longer says where to continue. */
const MAX_MEMBERS = 2000;
const MAX_MS = 1000;

interface Preview extends Plan {
  /** The change to revert. */
  id: string;
  /** The last chunk of the previous preview. */
  after: number;
}

interface Previewed {
  reverted: number;
  /** How many of those are deleted. */
  deleted: number;
  unchanged: number;
  conflicts: Conflict[];
  next_after: number | null;
}

/** What a revert would do now, chunk by chunk. Writes nothing. */
export async function previewRevert(db: Executor, { id, after, ...plan }: Preview): Promise<Previewed> {
  const all: Previewed = { reverted: 0, deleted: 0, unchanged: 0, conflicts: [], next_after: null };
  const ends = performance.now() + MAX_MS;
  let examined = 0;
  for (let from = after + 1; ; ) {
    const chunk = await findChunk(db, id, { from, conflictsOnly: false });
    if (chunk === undefined) return all;
    const { number, members } = chunk;
    for (let place = 0; place < members.length; place += MEMBERS_AT_ONCE)
      await previewGroup(db, all, members.slice(place, place + MEMBERS_AT_ONCE), { id, ...plan });
    examined += members.length;
    if (examined >= MAX_MEMBERS || performance.now() > ends) return { ...all, next_after: number };
    from = number + 1;
  }
}

async function previewGroup(
  db: Executor,
  all: Previewed,
  members: readonly ChangeMember[],
  { id: changeId, ...plan }: Omit<Preview, 'after'>,
): Promise<void> {
  const ids = members.map(({ id }) => id);
  const current = await listMembers(db, ids, { lock: false });
  // If the change wrote a question twice, the question counts once.
  const group = members.filter(({ id, version }) => {
    const now = current.get(id);
    return now?.change_id !== changeId || now.question.version === version;
  });
  const { changed, conflicts } = await planReverts(db, group, current, plan);
  all.reverted += changed.length;
  all.deleted += changed.filter(({ question }) => question.deleted_at !== null).length;
  all.unchanged += group.length - changed.length - conflicts.length;
  all.conflicts.push(...conflicts);
}
