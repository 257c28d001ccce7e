import { isShortenedNot, shapesOf } from './shapes.ts';
import { inQuestion, NOTHING, type Span, type Subject } from './subject.ts';
import { readWords, type Word } from './words.ts';

/**
 * Words and phrases as a tree of words. They are compared as text, never as patterns. However many phrases begin alike,
 * a word of the question is compared with only one branch of the tree.
 */
interface TermNode {
  /** Whether a term ends here. */
  ends: boolean;
  next: Map<string, TermNode>;
}

interface TermList extends TermNode {
  /** The first words of the terms. */
  shapes: Uint8Array;
}

export function compileTerms(terms: readonly string[]): TermList {
  const root: TermNode = { ends: false, next: new Map() };
  for (const term of terms) {
    let node = root;
    for (const { key } of readWords(term).words) {
      const next = node.next.get(key) ?? { ends: false, next: new Map() };
      node.next.set(key, next);
      node = next;
    }
    node.ends = true;
  }
  return { ...root, shapes: shapesOf(root.next.keys()) };
}

/** The positions of the terms in the question; `allowed` exempts uses with another meaning. */
export function findTerms(
  subject: Subject,
  list: TermList,
  allowed: (subject: Subject, index: number) => boolean,
): readonly Span[] {
  let spans: Span[] | undefined;
  const { words } = subject;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined || list.shapes[word.shape] === 0) continue;
    const node = list.next.get(isShortenedNot(word.key) ? "n't" : word.key);
    if (node === undefined) continue;
    const last = lastWordOf(words, index, node);
    if (last !== undefined && !allowed(subject, index)) (spans ??= []).push(inQuestion(word.start, last.end));
  }
  return spans ?? NOTHING;
}

/** The shortest term that begins there. */
function lastWordOf(words: readonly Word[], start: number, first: TermNode): Word | undefined {
  let index = start;
  for (let node: TermNode | undefined = first; node !== undefined; node = node.next.get(words[index]?.key ?? '')) {
    if (node.ends) return words[index];
    index += 1;
  }
  return undefined;
}
