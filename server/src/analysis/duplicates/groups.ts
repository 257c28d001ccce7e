import type { Relation } from '../../domain/likeness/judge.ts';
import type { Dismissals } from './dismissals.ts';
import type { Link, Measures } from './links.ts';

/** A question and the one that stands for its group. */
export interface Row extends Measures {
  keep: number;
  member: number;
  /** The question whose words were compared: the member, or the one it is the same as word for word. */
  compared: number;
  relation: Relation;
}

export interface Group {
  /** In order of importance, from 1. */
  number: number;
  relation: Relation;
  /** How sure it is that they belong together, in hundredths. */
  surety: number;
  keep: number;
  /** Without the kept one; none of them is further from it than the threshold. */
  rows: readonly Row[];
}

/** What is one question, what contradicts and what is alike are different matters: a question may be in a group of each. */
const FAMILIES: readonly (readonly Relation[])[] = [['conflict'], ['exact', 'near', 'answer_variant'], ['sibling']];
const ORDER: readonly Relation[] = ['conflict', 'exact', 'near', 'answer_variant', 'sibling'];

/**
 * Groups from pairs in the order of their later question: contradictions first, then what is the same, then what is alike, the
 * surest first, to a hundredth; else the largest, then the oldest. With the largest of all first an editor would read false alarms
 * before anything else: what is only alike gathers around questions such as "What is the largest planet?".
 */
export function makeGroups(ordered: () => Iterable<Link>, dismissals: Dismissals): Group[] {
  const groups = FAMILIES.flatMap((family) => gatherGroups(ordered(), family, dismissals));
  const rank = ({ relation }: Group) => ORDER.indexOf(relation);
  groups.sort((a, b) => rank(a) - rank(b) || b.surety - a.surety || b.rows.length - a.rows.length || a.keep - b.keep);
  // Written into them: copies of all would come on top just when memory is scarcest.
  for (const [index, group] of groups.entries()) group.number = index + 1;
  return groups;
}

/** Of a contradiction and of what is the same word for word there is nothing to be sure of. */
function suretyOf(relation: Relation, rows: readonly Row[]): number {
  if (relation !== 'near' && relation !== 'answer_variant') return 100;
  return Math.round(100 * rows.reduce((least, { likeness }) => Math.min(least, likeness), 1));
}

/**
 * Likeness is not transitive: a chain of small changes leads from any question to any other. So a question joins a group
 * only if it is linked with the oldest of the group, which is kept; otherwise it may begin a group of its own. Nor does it
 * join one that has a question it is marked as not the same as.
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
    // One that belongs to another, which this one is not linked with, stands for no group.
    if (rows.has(link.earlier) || closed.includes(link.earlier)) continue;
    if (best === undefined || link.likeness > best.likeness) best = link;
  }
  if (best === undefined) return undefined;
  const { earlier: keep, relation, likeness, similarity } = best;
  const compared = relation === 'exact' ? keep : member;
  return { keep, member, compared, relation, likeness, similarity };
}

/** A group is called by the weakest of what holds it together. */
function relationOf(rows: readonly Row[]): Relation {
  const weakest = rows.reduce((most, { relation }) => Math.max(most, ORDER.indexOf(relation)), 0);
  return ORDER[weakest] ?? 'near';
}
