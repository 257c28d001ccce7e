import type { XmlElement } from '../shared/xml.ts';
import { childNamed, elementsIn, findAll, textOf } from '../shared/xml-tree.ts';

/** A condition that gives points. */
export interface Key {
  points: number;
  /** Idents of options, or texts. */
  values: string[];
  range?: [string, string];
}

/** Conditions without points are feedback, though they may name the right option. */
export function readKeys(item: XmlElement, blackboard: boolean): Key[] {
  return findAll(item, 'respcondition')
    .filter((condition) => !blackboard || isCorrect(condition))
    .map((condition): Key => {
      const key: Key = { points: pointsOf(condition, blackboard), values: [] };
      const edges: { low?: string; high?: string } = {};
      collect(childNamed(condition, 'conditionvar'), key.values, edges);
      if (edges.low !== undefined && edges.high !== undefined) key.range = [edges.low, edges.high];
      return key;
    })
    .filter(({ points }) => points > 0);
}

/** Blackboard marks the right answer by a title, or by the feedback that it shows. */
function isCorrect(condition: XmlElement): boolean {
  return (
    condition.attributes['title'] === 'correct' ||
    childNamed(condition, 'displayfeedback')?.attributes['linkrefid'] === 'correct'
  );
}

/** "SCORE.max" and similar values mean full credit. */
function pointsOf(condition: XmlElement, blackboard: boolean): number {
  if (blackboard) return 100;
  return Math.max(
    0,
    ...elementsIn(condition)
      .filter(({ name }) => name === 'setvar')
      .map((setvar) => {
        const text = textOf(setvar).trim();
        const points = Number(text);
        if (text === '') return 0;
        return Number.isNaN(points) ? 100 : points;
      }),
  );
}

/** Content of <not> is wrong. */
function collect(element: XmlElement | undefined, values: string[], edges: { low?: string; high?: string }): void {
  for (const child of elementsIn(element)) {
    const text = textOf(child).trim();
    if (child.name === 'varequal' && text !== '') values.push(text);
    else if (child.name === 'vargte' || child.name === 'vargt') edges.low = text;
    else if (child.name === 'varlte' || child.name === 'varlt') edges.high = text;
    else if (child.name === 'and' || child.name === 'or') collect(child, values, edges);
  }
}
