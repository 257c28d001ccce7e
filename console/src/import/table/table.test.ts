import { describe, expect, it } from 'vitest';
import { decodeUtf8, SUBSTITUTE } from './decode.ts';
import { applyEdits, linesWith, withCell, withoutRow } from './edits.ts';
import { guessSeparator, parseTable } from './parse.ts';

describe('a table in the browser', () => {
  it('counts rows and lines as the service does', () => {
    const records = parseTable('a,"b\r\nc"\r\n\n"d""e",f\rg,"h\ri",\n"j"k,l"m', ',');
    expect(records.map(({ cells, line }) => ({ cells, line }))).toEqual([
      { cells: ['a', 'b\r\nc'], line: 1 },
      { cells: [''], line: 3 },
      { cells: ['d"e', 'f'], line: 4 },
      { cells: ['g', 'h\ri', ''], line: 5 },
      { cells: ['"j"k', 'l"m'], line: 7 },
    ]);
  });

  it('finds the separator, including a declared one', () => {
    expect(guessSeparator('a;b;c\n1,5;2;3')).toBe(';');
    expect(guessSeparator('a\tb\n')).toBe('\t');
    expect(guessSeparator('sep=|\na|b')).toBe('|');
    expect(guessSeparator('alone')).toBe(',');
  });

  it('keeps every line in its place after corrections', () => {
    const text = 'q,a\n"two\nlines",x\nWhy?,y\nWho?,z\n';
    const records = parseTable(text);
    const edits = withoutRow(withCell(withCell({}, 2, 0, 'One, "line"'), 2, 1, 'w'), 4);
    const fixed = applyEdits(records, edits, ',');
    expect(fixed).toBe('q,a\n"One, ""line""",w\n\n\nWho?,z\n');
    expect(parseTable(fixed).find(({ cells }) => cells[0] === 'Who?')?.line).toBe(5);
    expect(applyEdits(records, {}, ',')).toBe(text);
  });

  it('fills in a cell that a short row lacks', () => {
    expect(applyEdits(parseTable('q,a,c\nWhy?\n'), withCell({}, 2, 2, 'Science'), ',')).toBe('q,a,c\nWhy?,,Science\n');
  });

  it('finds a value in all rows that are not skipped', () => {
    const records = parseTable('c\nScince\n Scince \nScince\nArt');
    expect(linesWith(records, withoutRow({}, 4), 0, 'Scince')).toEqual([2, 3]);
  });
});

describe('decoding a file', () => {
  const bytes = (...parts: (string | number)[]) =>
    new Uint8Array(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])));

  it('marks a few invalid UTF-8 bytes, and leaves other encodings to the service', () => {
    expect(decodeUtf8(bytes('é'))).toEqual({ text: 'é', damaged: 0 });
    expect(decodeUtf8(bytes('äöü, Caf', 0xe9))).toEqual({ text: `äöü, Caf${SUBSTITUTE}`, damaged: 1 });
    expect(decodeUtf8(bytes('Caf', 0xe9, ' cr', 0xe8, 'me'))).toBeUndefined();
    expect(decodeUtf8(bytes(0xff, 0xfe, 'a', 0))).toBeUndefined();
  });
});
