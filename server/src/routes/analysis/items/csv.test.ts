import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

const schema = Type.Object({
  name: Type.String(),
  pair: Type.Object({ a: Type.String(), b: Type.Union([Type.Number(), Type.Null()]) }),
  words: Type.Array(Type.String()),
  flags: Type.Array(Type.Object({ rule: Type.String(), severity: Type.String() })),
});

const csv = csvOf(schema);
const renderCsv = (rows: readonly object[]) => [csv.header, ...rows.map((row) => csv.line(row))].join('');

it('quotes cells if necessary, joins lists and names objects by their first member', () => {
  const row = {
    name: 'He said "no", twice',
    pair: { a: 'two\nlines', b: null },
    words: ['one', 'two'],
    flags: [{ rule: 'shouting', severity: 'warning' }],
  };
  expect(renderCsv([row])).toBe(
    'name,pair.a,pair.b,words,flags\r\n"He said ""no"", twice","two\nlines",,one; two,shouting\r\n',
  );
});

it.each(['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\tx'])('defuses %s, and leaves numbers unchanged', (name) => {
  const [, line = ''] = renderCsv([{ name, pair: { a: 'x', b: -5 }, words: [name], flags: [] }]).split('\r\n');
  expect(line.replaceAll('"', '').startsWith(`'${name.replaceAll('"', '')}`)).toBe(true);
  expect(line).toContain(',-5,');
  expect(line.split(',').at(-2)).toMatch(/^"?'/u);
});
