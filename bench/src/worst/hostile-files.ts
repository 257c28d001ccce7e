import { crc32, deflateRawSync } from 'node:zlib';
import { seededRandom } from '../random.ts';

/**
 * Files that are designed to be expensive. Each follows the grammar of its format and takes it to its limits: a few
 * bytes refer to a large text hundreds of times, parts of a package refer to one another, headers repeat, lists nest,
 * and elements have huge numbers of attributes and namespaces. The same seed generates the same file.
 */
interface HostileFile {
  name: string;
  format: string;
  bytes: Buffer;
}

type Random = () => number;

export function hostileFile(seed: number): HostileFile {
  const random = seededRandom(seed);
  const make = pick(random, GENERATORS);
  const { name, format, content } = make(random);
  const bytes = typeof content === 'string' ? Buffer.from(content.slice(0, MAX_TEXT)) : content;
  return { name: `${seed}: ${name}`, format, bytes };
}

interface Made {
  name: string;
  format: string;
  content: string | Buffer;
}

/** The maximum number of characters of an uncompressed file. */
const MAX_TEXT = 4 * 2 ** 20;
/** The maximum number of characters of a part before compression. */
const MAX_PART = 24 * 2 ** 20;

const GENERATORS: readonly ((random: Random) => Made)[] = [
  workbook,
  workbook,
  workbook,
  moodle,
  moodle,
  gift,
  qtiPackage,
  qtiPackage,
  qtiFile,
  table,
  jsonLines,
  opentdb,
  blocks,
  container,
];

/** Texts that are special to parsers of markup, formulas and entities. */
const TOKENS = [
  '\\(',
  '\\[',
  '<p ',
  '<p>',
  '</p>',
  '&',
  '&amp;',
  '&#',
  '<![CDATA[',
  '{',
  '}',
  '~',
  '=',
  '#',
  '::',
  '$$',
];
const filler = (random: Random, length: number) => {
  const token = pick(random, [...TOKENS, 'a', ' ', '\n', '漢', '\u0301', '"', 'word ']);
  return token.repeat(Math.ceil(length / token.length)).slice(0, length);
};
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** A size from 1 to `max`, uniformly distributed on a logarithmic scale. */
const size = (random: Random, max: number) => Math.max(1, Math.round(max ** random()));
const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const part = (start: string, piece: (index: number) => string, count: number, end: string): string => {
  const pieces = [start];
  let length = start.length;
  for (let index = 0; index < count && length < MAX_PART; index += 1) {
    const next = piece(index);
    pieces.push(next);
    length += next.length;
  }
  return [...pieces, end].join('');
};

function workbook(random: Random): Made {
  const header = ['question_text', 'correct_answer', 'category', 'difficulty'];
  const textLength = size(random, 4_000_000);
  const texts = size(random, Math.min(200_000, Math.ceil(8_000_000 / textLength)));
  const columns = size(random, 600);
  const rows = size(random, 400_000);
  const oneSheet = random() < 0.5;
  const sheets = size(random, oneSheet ? 250 : 20);
  const text = escaped(filler(random, textLength));
  const isRich = random() < 0.3;
  const string = isRich
    ? `<si>${`<r><t>${text.slice(0, 20)}</t></r>`.repeat(size(random, 20_000))}</si>`
    : `<si><t>${text}</t></si>`;
  const shared = part(
    `<sst>${header.map((name) => `<si><t>${name}</t></si>`).join('')}`,
    () => string,
    texts,
    '</sst>',
  );
  const cell = pick(random, [
    (index: number) => `<c t="s"><v>${4 + (index % texts)}</v></c>`,
    (index: number) => `<c r="${pick(random, ['A1', 'XFD1', 'ZZZ9', `A${index}`])}" t="s"><v>4</v></c>`,
    () => `<c t="inlineStr"><is><t>${text.slice(0, 100)}</t></is></c>`,
    (index: number) => `<c><v>${index}e${index}</v></c>`,
  ]);
  const row = pick(random, [
    () => '<row/>',
    (index: number) => `<row r="${index + 2}">${times(columns, cell).join('')}</row>`,
    (index: number) => `<row r="${pick(random, [1, -1, 1e300, index])}">${times(4, cell).join('')}</row>`,
  ]);
  const sheet = part(
    `<worksheet><sheetData>${random() < 0.2 ? '' : `<row>${header.map((_, index) => `<c t="s"><v>${index}</v></c>`).join('')}</row>`}`,
    row,
    rows,
    '</sheetData></worksheet>',
  );
  const target = (index: number) =>
    oneSheet
      ? pick(random, ['worksheets/sheet0.xml', 'sharedStrings.xml', 'workbook.xml', 'worksheets/sheet0.xml'])
      : `worksheets/sheet${index}.xml`;
  const packedSheets = oneSheet ? 1 : sheets;
  return {
    name: `workbook of ${sheets} sheets${oneSheet ? ' in one part' : ''}, ${texts} texts of ${textLength}, ${rows} rows of ${columns}`,
    format: 'xlsx',
    content: zip([
      [
        'xl/workbook.xml',
        `<workbook><sheets>${times(sheets, (index) => `<sheet name="s${index}" r:id="r${index}"/>`).join('')}</sheets></workbook>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        `<Relationships>${times(sheets, (index) => `<Relationship Id="r${index}" Target="${target(index)}"/>`).join('')}</Relationships>`,
      ],
      ['xl/sharedStrings.xml', shared],
      ...times(packedSheets, (index): [string, string] => [`xl/worksheets/sheet${index}.xml`, sheet]),
    ]),
  };
}

function moodle(random: Random): Made {
  const kind = pick(random, ['category', 'attributes', 'namespaces', 'depth', 'text', 'answers', 'tags', 'names']);
  const length = size(random, 1_000_000);
  const count = size(random, 30_000);
  const text = filler(random, length);
  const question = (inner: string, attributes = '') =>
    `<question type="multichoice"${attributes}><name><text>n</text></name>${inner}</question>`;
  const body: Readonly<Record<string, () => string>> = {
    category: () =>
      `<question type="category"><category><text>${escaped(filler(random, Math.min(length, 300_000)))}</text></category></question>${question('<questiontext><text>q</text></questiontext>').repeat(count)}`,
    attributes: () =>
      question(
        '<questiontext><text>q</text></questiontext>',
        times(count, (index) => ` a${index}="${index}"`).join(''),
      ),
    namespaces: () =>
      question(
        '<questiontext><text>q</text></questiontext>',
        times(count, (index) => ` xmlns:n${index}="urn:${index}"`).join(''),
      ),
    depth: () =>
      question(
        `<questiontext><text>${'<b>'.repeat(Math.min(count, 190))}x${'</b>'.repeat(Math.min(count, 190))}</text></questiontext>`,
      ).repeat(size(random, 500)),
    text: () =>
      question(
        `<questiontext format="html"><text><![CDATA[${text.replaceAll(']]>', '')}]]></text></questiontext>`,
      ).repeat(size(random, 20)),
    answers: () =>
      question(
        `<questiontext><text>q</text></questiontext>${`<answer fraction="${pick(random, ['100', '0', '1e9/1e-9'])}"><text>a</text></answer>`.repeat(count)}`,
      ),
    tags: () =>
      question(`<questiontext><text>q</text></questiontext><tags>${'<tag><text>t</text></tag>'.repeat(count)}</tags>`),
    names: () =>
      `<question type="multichoice"><name><text>${escaped(text)}</text></name><questiontext><text>q</text></questiontext></question>`,
  };
  return {
    name: `Moodle XML, ${kind}, ${length} × ${count}`,
    format: 'moodle-xml',
    content: `<quiz>${body[kind]?.() ?? ''}</quiz>`,
  };
}

function gift(random: Random): Made {
  const kind = pick(random, ['category', 'options', 'comments', 'names', 'text', 'braces']);
  const length = size(random, 800_000);
  const count = size(random, 60_000);
  const text = filler(random, length).replaceAll('\n', ' ');
  const body: Readonly<Record<string, () => string>> = {
    category: () => `$CATEGORY: ${text.slice(0, 300_000)}\n\n${'q{}\n\n'.repeat(count)}`,
    options: () => `q{${'~a'.repeat(count)}=b}\n\n`.repeat(size(random, 10)),
    comments: () => `// ${'[tag:x] [id:y] ['.repeat(count)}\nq{=a}\n\n`,
    names: () => `::${text}::q{=a}\n\n`.repeat(size(random, 10)),
    text: () => `[html]${text}{=a ~b}\n\n`.repeat(size(random, 10)),
    braces: () => `${'\\{'.repeat(count)}{=a${'\\}'.repeat(count)}}\n\n`,
  };
  return { name: `GIFT, ${kind}, ${length} × ${count}`, format: 'gift', content: body[kind]?.() ?? '' };
}

const ITEM = (inner: string, ident = 'i') =>
  `<item ident="${ident}" title="t"><presentation>${inner}</presentation></item>`;

function qtiInside(random: Random): { name: string; xml: string } {
  const kind = pick(random, ['labels', 'conditions', 'lists', 'materials', 'text', 'items', 'not']);
  const count = size(random, 30_000);
  const text = filler(random, size(random, 1_000_000));
  const key =
    '<resprocessing><respcondition><conditionvar><varequal>a</varequal></conditionvar><setvar>1</setvar></respcondition></resprocessing>';
  const lid = (labels: string) => `<response_lid><render_choice>${labels}</render_choice></response_lid>`;
  const html = (inner: string) => `<material><mattext texttype="text/html">${inner}</mattext></material>`;
  const made: Readonly<Record<string, () => string>> = {
    labels: () =>
      ITEM(
        html('q') +
          lid('<response_label ident="a"><material><mattext>x</mattext></material></response_label>'.repeat(count)) +
          key,
      ),
    conditions: () =>
      `${ITEM(html('q') + lid('<response_label ident="a"/>')).replace('</item>', '')}${key.repeat(count)}</item>`,
    lists: () => ITEM(html(`${'&lt;ul&gt;&lt;li&gt;'.repeat(count)}x`)),
    materials: () => ITEM(html('x').repeat(count)),
    text: () => ITEM(html(escaped(text))),
    items: () => ITEM(html('q')).repeat(count),
    not: () =>
      `<item ident="i"><resprocessing><respcondition><conditionvar>${'<and>'.repeat(190)}<varequal>a</varequal>${'</and>'.repeat(190)}</conditionvar></respcondition></resprocessing></item>`.repeat(
        size(random, 300),
      ),
  };
  return { name: `${kind} × ${count}`, xml: `<questestinterop>${made[kind]?.() ?? ''}</questestinterop>` };
}

function qtiFile(random: Random): Made {
  const { name, xml } = qtiInside(random);
  return { name: `QTI, ${name}`, format: 'qti', content: xml };
}

function qtiPackage(random: Random): Made {
  const { name, xml } = qtiInside(random);
  const resources = size(random, 20_000);
  const files = size(random, 2_000);
  const file = (index: number) =>
    pick(random, [`q${index % files}.xml`, 'imsmanifest.xml', `q0.xml`, `a/../q${index % files}.xml`]);
  const manifest = part(
    '<manifest><resources>',
    (index) =>
      `<resource identifier="r${index}" type="imsqti_xmlv1p2" href="${file(index)}">${`<dependency identifierref="r${(index + 1) % resources}"/>`.repeat(size(random, 20))}</resource>`,
    resources,
    '</resources></manifest>',
  );
  const packed = times(files, (index): [string, string] => [
    `q${index}.xml`,
    index < 3 ? xml : `<questestinterop>${ITEM('')}</questestinterop>`,
  ]);
  return {
    name: `QTI package of ${resources} resources and ${files} files, ${name}`,
    format: 'qti-package',
    content: zip([['imsmanifest.xml', manifest], ...packed]),
  };
}

function table(random: Random): Made {
  const kind = pick(random, ['columns', 'headers', 'quotes', 'cells', 'lists', 'rows']);
  const count = size(random, 300_000);
  const text = filler(random, size(random, 900_000)).replaceAll('"', '""');
  const header = 'question_text,correct_answer,category,difficulty,tags\n';
  const body: Readonly<Record<string, () => string>> = {
    columns: () => `question,answer${',x'.repeat(count)}\nq,a${',y'.repeat(count)}\n`,
    headers: () => `${'question,'.repeat(count)}answer\n${'q,'.repeat(count)}a\n`,
    quotes: () => `${header}"${'""'.repeat(count)}",a,Science,0,\n`,
    cells: () => `${header}${`"${text}",a,Science,0,\n`.repeat(size(random, 10))}`,
    lists: () => `${header}q,a,Science,0,"[${'""x"",'.repeat(count)}""y""]"\n`,
    rows: () => `${header}${'q,a,Nowhere,9,x|y\n'.repeat(count)}`,
  };
  return { name: `CSV, ${kind} × ${count}`, format: 'csv', content: body[kind]?.() ?? '' };
}

function jsonLines(random: Random): Made {
  const count = size(random, 150_000);
  const line = pick(random, [
    () => `{"question_text":${'['.repeat(count)}${']'.repeat(count)}}\n`,
    () => `{"question_text":${'{"a":'.repeat(count)}1${'}'.repeat(count)}}\n`,
    () => `{${times(count, (index) => `"k${index}":${index}`).join(',')}}\n`,
    () => `{"question_text":"q","tags":[${'"t",'.repeat(count)}"t"]}\n`,
    () => `{"__proto__":{"a":${'[1],'.repeat(3)}},"constructor":{}}\n`,
    () =>
      `{"question_text":${JSON.stringify(filler(random, count))},"correct_answer":"a","category":"Science","difficulty":0}\n`,
  ]);
  return { name: `JSON Lines × ${count}`, format: 'jsonl', content: line().repeat(size(random, 20)) };
}

function opentdb(random: Random): Made {
  const count = size(random, 100_000);
  const text = JSON.stringify(filler(random, size(random, 900_000)));
  const element = pick(random, [
    `{"question":${text},"correct_answer":"a","incorrect_answers":[]}`,
    `{"question":"q","correct_answer":"a","incorrect_answers":[${'"b",'.repeat(count)}"c"]}`,
    '{}',
  ]);
  return {
    name: `OpenTDB × ${count}`,
    format: 'opentdb',
    content: `{"response_code":0,"results":[${times(size(random, 200_000), () => element)
      .slice(0, Math.ceil(MAX_TEXT / element.length))
      .join(',')}]}`,
  };
}

/** As often as given, up to the maximum of a file: 200,000 long lines would be more than a string can hold. */
const repeated = (text: string, count: number) => text.repeat(Math.min(count, Math.ceil(MAX_TEXT / text.length)));

function blocks(random: Random): Made {
  const count = size(random, 200_000);
  const text = filler(random, size(random, 100_000)).replaceAll('\n', ' ');
  const [format, content] = pick(random, [
    ['aiken', `q\n${repeated(`A) ${text}\n`, count)}ANSWER: A\n`],
    ['aiken', repeated('qq\nANSWER: A\n\n', count)],
    ['pasted', `1. q\n${repeated(`a) ${text}\n`, count)}Answers\n${repeated('1. b\n', count)}`],
    ['pasted', repeated('1. q\na) x b) y\na) z\n1a 2b\n', count)],
    ['anki', `#separator:tab\n#columns:${repeated('x\t', count)}\n${repeated('f\tb\n', count)}`],
    ['anki', `${repeated('#tags:x\n', count)}f\tb\n`],
    ['openolat', `Type\tSC\n${repeated(`Text\t${text}\n`, count)}`],
    ['openolat', repeated('Type\tMC\nTitle\tt\n', count)],
  ] as const);
  return { name: `${format} × ${count}`, format, content: content.slice(0, MAX_TEXT) };
}

/** Files that attack through the zip container itself. */
function container(random: Random): Made {
  const kind = pick(random, ['many entries', 'long names', 'one large entry', 'the same bytes often']);
  const entries = size(random, 25_000);
  const made: Readonly<Record<string, () => Buffer>> = {
    'many entries': () => zip(times(entries, (index): [string, string] => [`${index}.xml`, '<a/>'])),
    'long names': () =>
      zip(times(Math.min(entries, 1000), (index): [string, string] => [`${'d/'.repeat(1000)}${index}.xml`, '<a/>'])),
    'one large entry': () => zip([['imsmanifest.xml', `<manifest>${filler(random, MAX_PART)}</manifest>`]]),
    'the same bytes often': () => zip([['xl/workbook.xml', `<workbook>${'<sheets/>'.repeat(2_000_000)}</workbook>`]]),
  };
  return {
    name: `zip with ${kind}`,
    format: random() < 0.5 ? 'xlsx' : 'qti-package',
    content: made[kind]?.() ?? Buffer.alloc(0),
  };
}

/** Writes a zip with deflated entries. Entries with the same text are compressed only once. */
function zip(entries: readonly (readonly [name: string, content: string])[]): Buffer {
  const packed = new Map<string, { crc: number; bytes: Buffer; length: number }>();
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of entries) {
    const entry = packed.get(content) ?? pack(content);
    packed.set(content, entry);
    const title = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x0800, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(entry.crc, 10);
    shared.writeUInt32LE(entry.bytes.length, 14);
    shared.writeUInt32LE(entry.length, 18);
    shared.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\u0003\u0004'), shared, title, entry.bytes);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), shared, place, title);
    offset += 4 + 26 + title.length + entry.bytes.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listing, end]);
}

function pack(content: string): { crc: number; bytes: Buffer; length: number } {
  const bytes = Buffer.from(content);
  return { crc: crc32(bytes), bytes: deflateRawSync(bytes, { level: 6 }), length: bytes.length };
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
