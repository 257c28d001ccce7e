import { crc32 } from 'node:zlib';

/** A cell: a text, a number, or a formula with the value or the error that it had when the file was saved. */
export type CellValue = string | number | { formula: string; value: string | number };

/** An Excel workbook of one sheet, as a spreadsheet program saves it. Empty rows are left out. */
export function makeWorkbook(name: string, rows: readonly (readonly CellValue[])[]): Buffer {
  const content = rows
    .map((cells, index) =>
      cells.length === 0 ? '' : `<row r="${index + 1}">${cells.map(cellAt(index + 1)).join('')}</row>`,
    )
    .join('');
  const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return makeZip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'xl/workbook.xml': `<workbook ${namespace} xmlns:r="${office}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${namespace}><sheetData>${content}</sheetData></worksheet>`,
  });
}

const cellAt = (row: number) => (cell: CellValue, index: number) => {
  const at = `r="${String.fromCharCode(65 + index)}${row}"`;
  if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`;
  if (typeof cell === 'string')
    return cell === '' ? '' : `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`;
  const { formula, value } = cell;
  const type = typeof value === 'number' ? '' : value.startsWith('#') ? ' t="e"' : ' t="str"';
  return `<c ${at}${type}><f>${escape(formula)}</f><v>${escape(String(value))}</v></c>`;
};

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** A zip file whose entries are stored as they are. */
function makeZip(entries: Readonly<Record<string, string>>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(entries)) {
    const content = Buffer.from(text);
    // Version, flags, method, time, date; then the checksum, both sizes and the length of the name.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    files.push(number(LOCAL, 4), facts, Buffer.from(name), content);
    directory.push(number(CENTRAL, 4), number(20, 2), facts, Buffer.alloc(10), number(at, 4), Buffer.from(name));
    at += 30 + Buffer.byteLength(name) + content.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = Object.keys(entries).length;
  const end = [
    number(END, 4),
    number(0, 4),
    number(count, 2),
    number(count, 2),
    number(size, 4),
    number(at, 4),
    number(0, 2),
  ];
  return Buffer.concat([...files, ...directory, ...end]);
}

function number(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}
