import { expect, it } from 'vitest';
import { Links } from './links.ts';

it('sorts links by the later question, then by the earlier, whichever was named first', () => {
  const links = new Links();
  links.add(5, 2, 'near', { likeness: 0.7, similarity: 0.6 });
  links.add(1, 5, 'conflict', { likeness: 0.9, similarity: 0.9 });
  links.add(4, 3, 'sibling', { likeness: 0.5, similarity: 0.5 });
  links.add(0, 5, 'exact', { likeness: 1, similarity: 1 });
  expect([...links.ordered()]).toEqual([
    { earlier: 3, later: 4, relation: 'sibling', likeness: 0.5, similarity: 0.5 },
    { earlier: 0, later: 5, relation: 'exact', likeness: 1, similarity: 1 },
    { earlier: 1, later: 5, relation: 'conflict', likeness: 0.9, similarity: 0.9 },
    { earlier: 2, later: 5, relation: 'near', likeness: 0.7, similarity: 0.6 },
  ]);
});
