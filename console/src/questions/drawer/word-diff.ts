interface Piece {
  kind: 'same' | 'inserted' | 'deleted';
  text: string;
}

/**
 * Above this number of words, the whole text is shown as replaced, because the table below has the product of both
 * lengths.
 */
const MAX_WORDS = 800;

/** Splits a text into words, spaces and punctuation marks, so that a comma is not part of a word. */
function words(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** Inserted and removed words, by the longest common subsequence. */
export function wordDiff(before: string, after: string): Piece[] {
  const old = words(before);
  const now = words(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const middle = compare(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return joined([
    { kind: 'same', text: old.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: end === 0 ? '' : old.slice(-end).join('') },
  ]);
}

function compare(old: readonly string[], now: readonly string[]): Piece[] {
  const replaced: Piece[] = [
    { kind: 'deleted', text: old.join('') },
    { kind: 'inserted', text: now.join('') },
  ];
  if (old.length > MAX_WORDS || now.length > MAX_WORDS) return replaced;
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    const line = lengths[row];
    if (line === undefined) continue;
    for (let column = now.length - 1; column >= 0; column -= 1) {
      line[column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pieces: Piece[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    if (row < old.length && column < now.length && old[row] === now[column]) {
      pieces.push({ kind: 'same', text: old[row] ?? '' });
      row += 1;
      column += 1;
    } else if (row < old.length && (column === now.length || at(row + 1, column) >= at(row, column + 1))) {
      pieces.push({ kind: 'deleted', text: old[row] ?? '' });
      row += 1;
    } else {
      pieces.push({ kind: 'inserted', text: now[column] ?? '' });
      column += 1;
    }
  }
  return pieces;
}

/** Joins neighbours of one kind. A single space between two changes is joined with them. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (piece.text === '') continue;
    if (last?.kind === piece.kind) last.text += piece.text;
    else result.push({ ...piece });
  }
  return result;
}
