import type { Relation } from '../../domain/likeness/judge.ts';
import type { Dismissals } from './dismissals.ts';
import type { Link, Measures } from './pairs/links.ts';

/** A member of a group and the question that is kept. */
export interface Row extends Measures {
  keep: number;
  member: number;
  /** The question whose words were compared: the member itself, or the one it equals word for word. */
  compared: number;
  relation: Relation;
}

export interface Group {
  /** The rank by importance, from 1. */
  number: number;
  relation: Relation;
  /** The confidence that they belong together, in hundredths. */
  surety: number;
  keep: number;
  /** The members without the kept one, each within the threshold of it. */
  rows: readonly Row[];
}

/** Equal, contradicting and similar questions are separate matters: a question may be in one group of each. */
const FAMILIES: readonly (readonly Relation[])[] = [['conflict'], ['exact', 'near', 'answer_variant'], ['sibling']];
const ORDER: readonly Relation[] = ['conflict', 'exact', 'near', 'answer_variant', 'sibling'];

/**
 * Builds groups from pairs in the order of their later question: contradictions first, then repeated questions, then
 * siblings. Within a family the most certain groups come first, to a hundredth, then the largest, then the oldest. If
 * the largest came first, an editor would read false alarms first: similar questions gather around texts such as "What
 * is the largest planet?".
 */
export function makeGroups(ordered: () => Iterable<Link>, dismissals: Dismissals): Group[] {
  const groups = FAMILIES.flatMap((family) => gatherGroups(ordered(), family, dismissals));
  const rank = ({ relation }: Group) => ORDER.indexOf(relation);
  groups.sort((a, b) => rank(a) - rank(b) || b.surety - a.surety || b.rows.length - a.rows.length || a.keep - b.keep);
  // The groups are modified in place: copies would come on top just when memory is scarcest.
  for (const [index, group] of groups.entries()) group.number = index + 1;
  return groups;
}

/** Contradictions and exact copies are always certain. */
function suretyOf(relation: Relation, rows: readonly Row[]): number {
  if (relation !== 'near' && relation !== 'answer_variant') return 100;
  return Math.round(100 * rows.reduce((least, { likeness }) => Math.min(least, likeness), 1));
}

/**
 * Likeness is not transitive: a chain of small changes leads from any question to any other. So a question only joins a
 * group if it is linked with its oldest question, which is kept; otherwise it may start its own group. It never joins a
 * group with a question that is marked as different from it.
 */
function gatherGroups(links: Iterable<Link>, family: readonly Relation[], dismissals: Dismissals): Group[] {
  const rows = new Map<number, Row>();
  let ofOne: Link[] = [];
  const join = () => {
    const [first] = ofOne;
    const row = first === undefined ? undefined : joinGroup(first.later, ofOne, rows, dismissals);
    if (row !== undefined) rows.set(row.member, row);
  };
  for (const link of links) {
    if (!family.includes(link.relation)) continue;
    if (ofOne[0]?.later !== link.later) {
      join();
      ofOne = [];
    }
    ofOne.push(link);
  }
  join();
  const groups = Map.groupBy(rows.values(), ({ keep }) => keep);
  return Array.from(groups, ([keep, members]) => {
    const relation = relationOf(members);
    return { number: 0, relation, surety: suretyOf(relation, members), keep, rows: members };
  });
}

function joinGroup(
  member: number,
  links: readonly Link[],
  rows: ReadonlyMap<number, Row>,
  dismissals: Dismissals,
): Row | undefined {
  const closed = dismissals.partnersOf(member).map((partner) => rows.get(partner)?.keep ?? partner);
  const twin = links.find(({ relation }) => relation === 'exact');
  const ofTwin = twin === undefined ? undefined : rows.get(twin.earlier);
  if (ofTwin !== undefined && !closed.includes(ofTwin.keep)) return { ...ofTwin, member };
  let best: Link | undefined;
  for (const link of links) {
    // A question that already belongs to another group cannot be the kept one of a new group.
    if (rows.has(link.earlier) || closed.includes(link.earlier)) continue;
    if (best === undefined || link.likeness > best.likeness) best = link;
  }
  if (best === undefined) return undefined;
  const { earlier: keep, relation, likeness, similarity } = best;
  const compared = relation === 'exact' ? keep : member;
  return { keep, member, compared, relation, likeness, similarity };
}

/** A group is named after its weakest relation. */
function relationOf(rows: readonly Row[]): Relation {
  const weakest = rows.reduce((most, { relation }) => Math.max(most, ORDER.indexOf(relation)), 0);
  return ORDER[weakest] ?? 'near';
}
