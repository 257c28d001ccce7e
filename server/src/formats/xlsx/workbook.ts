import { FormatError } from '../format.ts';
import type { XmlElement } from '../shared/xml.ts';
import { XmlElements } from '../shared/xml.ts';
import { childrenNamed, findAll, textOf } from '../shared/xml-tree.ts';
import type { Package } from '../shared/zip.ts';
import { type Shown, shownAs } from './number-formats.ts';

interface Sheet {
  name: string;
  path: string;
  hidden: boolean;
}

export interface Workbook {
  sheets: Sheet[];
  strings: string[];
  styles: Shown[];
  date1904: boolean;
}

const MAX_STRINGS = 2_000_000;
/** The maximum total number of characters of all texts. */
const MAX_STRING_LENGTH = 64 * 2 ** 20;
const MAX_SHEETS = 200;

export async function readWorkbook(zip: Package): Promise<Workbook> {
  if (!zip.has('xl/workbook.xml'))
    throw new FormatError('wrong_format', 'The zip package is not a workbook: it has no "xl/workbook.xml".');
  const root = await readRoot(zip, 'xl/workbook.xml');
  const paths = await readRelations(zip);
  const sheets = findAll(root, 'sheet')
    .slice(0, MAX_SHEETS)
    .map(({ attributes }) => ({
      name: attributes['name'] ?? '',
      path: paths.get(attributes['id'] ?? '') ?? '',
      hidden: (attributes['state'] ?? 'visible') !== 'visible',
    }))
    .filter(({ path }) => path.includes('worksheets/') || zip.has(path));
  const flag = findAll(root, 'workbookPr')[0]?.attributes['date1904'];
  return {
    sheets,
    strings: await readStrings(zip),
    styles: await readStyles(zip),
    date1904: flag === '1' || flag === 'true',
  };
}

async function readRoot(zip: Package, file: string): Promise<XmlElement | undefined> {
  for await (const { element } of new XmlElements(zip.read(file), (_, path) => path.length === 0, { file }))
    return element;
  return undefined;
}

async function readRelations(zip: Package): Promise<Map<string, string>> {
  const file = 'xl/_rels/workbook.xml.rels';
  if (!zip.has(file)) return new Map();
  return new Map(
    findAll(await readRoot(zip, file), 'Relationship').map(({ attributes }) => {
      const target = attributes['Target'] ?? '';
      return [attributes['Id'] ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`];
    }),
  );
}

async function readStrings(zip: Package): Promise<string[]> {
  const file = 'xl/sharedStrings.xml';
  const strings: string[] = [];
  if (!zip.has(file)) return strings;
  let length = 0;
  for await (const { element } of new XmlElements(zip.read(file), (name) => name === 'si', { file })) {
    const text = richText(element);
    length += text.length;
    if (strings.push(text) > MAX_STRINGS || length > MAX_STRING_LENGTH)
      throw new FormatError('too_large', 'The workbook has too many texts.', { file });
  }
  return strings;
}

/** The text of all runs, without phonetic hints. */
export function richText(element: XmlElement): string {
  const direct = childrenNamed(element, 't').map(textOf);
  const runs = childrenNamed(element, 'r').flatMap((run) => childrenNamed(run, 't').map(textOf));
  return unescapeControls([...direct, ...runs].join(''));
}

/** A workbook writes a carriage return as "_x000D_". */
export function unescapeControls(text: string): string {
  if (!text.includes('_x')) return text;
  return text
    .replace(/_x([\dA-Fa-f]{4})_/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
}

async function readStyles(zip: Package): Promise<Shown[]> {
  if (!zip.has('xl/styles.xml')) return [];
  const root = await readRoot(zip, 'xl/styles.xml');
  const codes = new Map(
    findAll(root, 'numFmt').map(({ attributes }) => [Number(attributes['numFmtId']), attributes['formatCode'] ?? '']),
  );
  const [formats] = findAll(root, 'cellXfs');
  return childrenNamed(formats, 'xf').map(({ attributes }) => {
    const id = Number(attributes['numFmtId'] ?? 0);
    return shownAs(id, codes.get(id));
  });
}
