/** A run of words that both texts have, or only one of them. */
export interface WordRun {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** If there are more words or edits, the middle of the text is shown as replaced. */
const MAX_WORDS = 4000;
const MAX_EDITS = 200;

/**
 * The difference between two texts, word by word: the runs that are not `added` make up `before`, those that are not
 * `removed` make up `after`. Time and memory are bounded by the words times the edits (Myers, 1986).
 */
export function diffWords(before: string, after: string): WordRun[] {
  const [left, right] = [splitWords(before), splitWords(after)];
  const start = countSame(left, right, (words, index) => words[index]);
  const rest = [left.slice(start), right.slice(start)] as const;
  const end = countSame(...rest, (words, index) => words[words.length - 1 - index]);
  const middle = [left.slice(start, left.length - end), right.slice(start, right.length - end)] as const;
  return joinRuns([
    ...left.slice(0, start).map(same),
    ...diffMiddle(...middle),
    ...left.slice(left.length - end).map(same),
  ]);
}

const same = (text: string): WordRun => ({ kind: 'same', text });
const removed = (text: string): WordRun => ({ kind: 'removed', text });
const added = (text: string): WordRun => ({ kind: 'added', text });

/** Words and the separators between them. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? [];
}

type WordAt = (words: readonly string[], index: number) => string | undefined;

function countSame(left: readonly string[], right: readonly string[], wordAt: WordAt): number {
  const most = Math.min(left.length, right.length);
  let count = 0;
  while (count < most && wordAt(left, count) === wordAt(right, count)) count += 1;
  return count;
}

function diffMiddle(left: readonly string[], right: readonly string[]): WordRun[] {
  const replaced = () => [...left.map(removed), ...right.map(added)];
  if (left.length === 0 || right.length === 0 || left.length + right.length > MAX_WORDS) return replaced();
  const trace = findTrace(left, right);
  return trace === undefined ? replaced() : followBack(left, right, trace);
}

/** How far each diagonal reaches after each number of edits; undefined if too many are needed. */
function findTrace(left: readonly string[], right: readonly string[]): Int32Array[] | undefined {
  const most = Math.min(MAX_EDITS, left.length + right.length);
  const reach = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(reach.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = diagonal + most + 1;
      let x = isDown(reach, at, diagonal, edits) ? read(reach, at + 1) : read(reach, at - 1) + 1;
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x += 1;
      reach[at] = x;
      if (x >= left.length && x - diagonal >= right.length) return trace;
    }
  }
  return undefined;
}

const read = (reach: Int32Array, at: number) => reach[at] ?? 0;

/** Whether the furthest path to a diagonal comes from the one above it, by an added word. */
function isDown(reach: Int32Array, at: number, diagonal: number, edits: number): boolean {
  return diagonal === -edits || (diagonal !== edits && read(reach, at - 1) < read(reach, at + 1));
}

function followBack(left: readonly string[], right: readonly string[], trace: readonly Int32Array[]): WordRun[] {
  const most = Math.min(MAX_EDITS, left.length + right.length);
  const runs: WordRun[] = [];
  let [x, y] = [left.length, right.length];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reach = trace[edits] ?? new Int32Array(0);
    const at = x - y + most + 1;
    const down = isDown(reach, at, x - y, edits);
    const fromX = edits === 0 ? 0 : down ? read(reach, at + 1) : read(reach, at - 1);
    const fromY = edits === 0 ? 0 : fromX - (x - y) - (down ? 1 : -1);
    const [startX, startY] = edits === 0 ? [0, 0] : down ? [fromX, fromY + 1] : [fromX + 1, fromY];
    while (x > startX && y > startY) {
      x -= 1;
      y -= 1;
      runs.push(same(left[x] ?? ''));
    }
    if (edits === 0) break;
    runs.push(down ? added(right[fromY] ?? '') : removed(left[fromX] ?? ''));
    [x, y] = [fromX, fromY];
  }
  return runs.reverse();
}

function joinRuns(words: readonly WordRun[]): WordRun[] {
  const runs: WordRun[] = [];
  for (const { kind, text } of words) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += text;
    else runs.push({ kind, text });
  }
  return runs;
}
