import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { textOfClipboard } from './clipboard.ts';
import type { PasteNode } from './node.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../../../server/test/data/pasted');
const read = (name: string) => readFileSync(path.join(SAMPLES, name), 'utf8');

interface Built extends PasteNode {
  children: Built[];
}

const build = (name: string, text = '', attributes: Record<string, string> = {}): Built => ({
  name,
  text,
  attribute: (attribute) => attributes[attribute] ?? '',
  children: [],
});

/** The tree that a browser would make of the text. */
function parse(html: string): PasteNode {
  const root = build('body');
  const open = [root];
  const parser = new Parser({
    onopentag(name, attributes) {
      const node = build(name, '', attributes);
      open.at(-1)?.children.push(node);
      open.push(node);
    },
    onclosetag: () => void open.pop(),
    ontext: (text) => void open.at(-1)?.children.push(build('#text', text)),
    oncomment: () => void open.at(-1)?.children.push(build('#other')),
  });
  parser.end(html);
  return root;
}

const convert = (html: string) => textOfClipboard(html, parse);
const item = (text: string) => `<li>${text}</li>`;
const list = (...items: string[]) => `<ol><li>Which?<ol type="a">${items.map(item).join('')}</ol></li></ol>`;

describe('textOfClipboard', () => {
  const samples = readdirSync(SAMPLES).filter((name) => name.endsWith('.html'));

  it.each(samples)('converts %s', (name) => {
    expect(convert(read(name))).toBe(read(name.replace(/html$/u, 'txt')).trimEnd());
  });

  it('has samples of Word, Word on the web, Google Docs and LibreOffice', () => {
    expect(samples).toHaveLength(5);
  });

  it('marks bold options only if others are not bold', () => {
    expect(convert(list('one', '<b>two</b>', 'three'))).toBe('1. Which?\na) one\n*b) two\nc) three');
    expect(convert(list('<b>one</b>', '<strong>two</strong>'))).toBe('1. Which?\na) one\nb) two');
    expect(convert(list('one', 'two'))).toBe('1. Which?\na) one\nb) two');
    expect(convert('<b>1. Which?</b><p>a) one</p><p>b) two</p>')).toBeUndefined();
  });

  it('marks every bold option, so that two of them are reported', () => {
    expect(convert(list('<b>one</b>', '<b>two</b>', 'three'))).toBe('1. Which?\n*a) one\n*b) two\nc) three');
  });

  it('does not take a bold word inside an option for a mark', () => {
    expect(convert(list('it is <b>not</b> one', 'two', 'three'))).not.toContain('*');
  });

  it('compares the options of one question with each other only', () => {
    const text = '<p>1. A?</p><p><b>a) x</b></p><p><b>b) y</b></p><p>2. B?</p><p>a) x</p><p>b) y</p>';
    expect(convert(text)).toBeUndefined();
  });

  it('marks the option on a line of several', () => {
    expect(convert('<p>1. Which? a) one b) <b>two</b> c) three</p>')).toBe('1. Which? a) one *b) two c) three');
  });

  it.each([
    [
      'a table of a spreadsheet',
      '<table><tr><td>question</td><td>answer</td></tr><tr><td>a</td><td>b</td></tr></table>',
    ],
    ['code of an editor', '<div style="white-space:pre"><span style="color:red">question,answer</span></div>'],
    ['nothing', ''],
    ['a document that is too long', `<ol><li>${'a'.repeat(4 * 2 ** 20)}</li></ol>`],
  ])('leaves %s to the plain text', (_name, html) => {
    expect(convert(html)).toBeUndefined();
  });

  it('continues a list that starts at a number, and takes the number of an item', () => {
    expect(convert('<ol start="4"><li>a</li><li value="9">b</li><li>c</li></ol>')).toBe('4. a\n9. b\n10. c');
  });

  it('names pictures, leaves out what is hidden, and does not run anything', () => {
    const html = '<ol><li>See <img src="x.png" onerror="alert(1)"><span style="display:none">no</span></li></ol>';
    expect(convert(`${html}<script>alert(1)</script>`)).toBe('1. See [picture]');
  });

  it('writes the cells of a row on one line, and cells of several paragraphs below each other', () => {
    expect(convert('<ol><li>a</li></ol><table><tr><td>1</td><td>B</td></tr></table>')).toBe('1. a\n1\tB');
    expect(convert('<ol><li>a</li></ol><table><tr><td><p>x</p><p>y</p></td><td>z</td></tr></table>')).toBe(
      '1. a\nx\ny\nz',
    );
  });

  it('converts a document of 4 MiB, and one with 5,000 levels, in time', { tags: ['heavy'] }, () => {
    const started = performance.now();
    const questions = list('one', '<b>two</b>', 'three');
    expect(convert(questions.repeat(Math.floor((4 * 2 ** 20) / questions.length)))).toContain('*b) two');
    expect(convert(`<ol><li>a</li></ol>${'<div>'.repeat(5000)}deep`)).toBe('1. a');
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
