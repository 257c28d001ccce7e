import { inQuestion, NOTHING, type Span, type Subject } from './subject.ts';
import { readWords, type Word } from './words.ts';

/**
 * Words and phrases as a tree of words. They are compared as text, no pattern is ever built from them, and however many
 * phrases begin alike, a word of the question is compared with one branch of the tree only.
 */
interface TermNode {
  /** Whether a term ends here. */
  ends: boolean;
  next: Map<string, TermNode>;
}

export interface TermList extends TermNode {
  /** 1 for each `shapeOf` the first word of a term: most words are known by it to begin none, without being looked up. */
  shapes: Uint8Array;
}

const SHAPES = 1024;
const APOSTROPHE = 0x27;

/** By its first and last letter: what is cheap to read of a word. All that end like "isn't" count as "n't". */
function shapeOf(word: string): number {
  return (word.charCodeAt(0) & 31) * 32 + (word.charCodeAt(word.length - 1) & 31);
}

export function compileTerms(terms: readonly string[]): TermList {
  const list: TermList = { ends: false, next: new Map(), shapes: new Uint8Array(SHAPES) };
  for (const term of terms) {
    let node: TermNode = list;
    for (const { key } of readWords(term).words) {
      const next = node.next.get(key) ?? { ends: false, next: new Map() };
      node.next.set(key, next);
      node = next;
    }
    node.ends = true;
  }
  for (const first of list.next.keys()) list.shapes[shapeOf(first)] = 1;
  return list;
}

/** Where the terms stand in the question; `allowed` lets a use pass that is none of what the list means. */
export function findTerms(
  subject: Subject,
  list: TermList,
  allowed: (subject: Subject, index: number) => boolean,
): readonly Span[] {
  let spans: Span[] | undefined;
  const { words } = subject;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    const key = isShortenedNot(word.key) ? "n't" : word.key;
    if (list.shapes[shapeOf(key)] === 0) continue;
    const node = list.next.get(key);
    if (node === undefined) continue;
    const last = lastWordOf(words, index, node);
    if (last !== undefined && !allowed(subject, index)) (spans ??= []).push(inQuestion(word.start, last.end));
  }
  return spans ?? NOTHING;
}

function isShortenedNot(key: string): boolean {
  return key.charCodeAt(key.length - 2) === APOSTROPHE && key.endsWith("n't");
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
