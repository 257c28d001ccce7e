import { describe, expect, it } from 'vitest';
import type { Relation } from '../../domain/likeness/judge.ts';
import type { Dismissals } from './dismissals.ts';
import { makeGroups } from './groups.ts';
import type { Link } from './pairs/links.ts';

const NONE: Dismissals = { has: () => false, count: 0, partnersOf: () => [] };
const link = (earlier: number, later: number, relation: Relation = 'near', likeness = 0.8): Link => ({
  earlier,
  later,
  relation,
  likeness,
  similarity: likeness,
});
const groupsOf = (links: readonly Link[], dismissals = NONE) =>
  makeGroups(() => links, dismissals).map(({ keep, rows, relation }) => [
    relation,
    keep,
    ...rows.map(({ member }) => member),
  ]);

describe('groups', () => {
  it('contain only questions linked with the kept one, so a chain breaks', () => {
    expect(groupsOf([link(1, 2), link(2, 3), link(3, 4)])).toEqual([
      ['near', 1, 2],
      ['near', 3, 4],
    ]);
  });

  it('take a question into the group it resembles most', () => {
    expect(groupsOf([link(1, 5, 'near', 0.6), link(2, 5, 'near', 0.9)])).toEqual([['near', 2, 5]]);
    // Equally similar to both, it joins the older group.
    expect(groupsOf([link(1, 5), link(2, 5)])).toEqual([['near', 1, 5]]);
  });

  it('include twins of a member, with the likeness of that member', () => {
    const [group] = makeGroups(() => [link(1, 2, 'near', 0.7), link(2, 3, 'exact', 1)], NONE);
    expect(group?.rows).toEqual([
      { keep: 1, member: 2, compared: 2, relation: 'near', likeness: 0.7, similarity: 0.7 },
      { keep: 1, member: 3, compared: 2, relation: 'near', likeness: 0.7, similarity: 0.7 },
    ]);
  });

  it('are named after their weakest relation', () => {
    expect(groupsOf([link(1, 2, 'exact', 1), link(1, 3)])).toEqual([['near', 1, 2, 3]]);
    expect(groupsOf([link(1, 2), link(1, 3, 'answer_variant')])).toEqual([['answer_variant', 1, 2, 3]]);
  });

  it('are separate per family: a question may contradict one and equal another', () => {
    expect(groupsOf([link(1, 2, 'conflict'), link(1, 3, 'exact', 1), link(2, 4, 'sibling')])).toEqual([
      ['conflict', 1, 2],
      ['exact', 1, 3],
      ['sibling', 2, 4],
    ]);
  });

  it('are sorted by relation, size and age', () => {
    const links = [link(1, 2), link(3, 4), link(3, 5), link(6, 7, 'conflict')];
    expect(groupsOf(links)).toEqual([
      ['conflict', 6, 7],
      ['near', 3, 4, 5],
      ['near', 1, 2],
    ]);
    expect(makeGroups(() => links, NONE).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('separate marked questions, into the next best group or none', () => {
    const marked = (a: number, b: number): Dismissals => ({
      has: (x, y) => Math.min(x, y) === a && Math.max(x, y) === b,
      count: 1,
      partnersOf: (question) => (question === a ? [b] : question === b ? [a] : []),
    });
    expect(groupsOf([link(1, 2), link(1, 3)], marked(2, 3))).toEqual([['near', 1, 2]]);
    const links = [link(0, 4, 'near', 0.6), link(1, 3), link(1, 4, 'near', 0.9)];
    expect(groupsOf(links, marked(3, 4))).toEqual([
      ['near', 1, 3],
      ['near', 0, 4],
    ]);
  });

  it('are sorted by confidence within a family, then by size', () => {
    const links = [
      link(0, 1, 'near', 0.6),
      link(0, 2, 'near', 0.9),
      link(3, 4, 'near', 0.801),
      link(5, 6, 'near', 0.8),
    ];
    const more = [link(5, 7, 'near', 0.9), link(8, 9, 'exact', 1), link(10, 11, 'conflict', 0.7)];
    expect(groupsOf([...links, ...more]).map(([relation, keep]) => [relation, keep])).toEqual([
      ['conflict', 10],
      ['exact', 8],
      ['near', 5],
      ['near', 3],
      ['near', 0],
    ]);
  });

  it('may have hundreds of thousands of members', { tags: ['heavy'] }, () => {
    const [group] = makeGroups(
      () => Array.from({ length: 200_000 }, (_, index) => link(0, index + 1, 'exact', 1)),
      NONE,
    );
    expect([group?.relation, group?.rows.length]).toEqual(['exact', 200_000]);
  });
});
