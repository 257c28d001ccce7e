/** A fenced block of a Markdown text. */
export interface CodeBlock {
  language: string;
  /** Words after the language: `no-run`, `status=412`. */
  marks: readonly string[];
  text: string;
  line: number;
  /** The block directly below, with only empty lines in between. */
  next?: CodeBlock;
}

/** Every fenced block, in order. */
export function listCodeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: CodeBlock | undefined;
  let adjacent = false;
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^```(.*)$/u.exec(line);
    if (open !== undefined) {
      if (fence === null) open.text += `${line}\n`;
      else open = undefined;
      continue;
    }
    if (fence === null) {
      if (line.trim() !== '') adjacent = false;
      continue;
    }
    const [language = '', ...marks] = (fence[1] ?? '').trim().split(/\s+/u);
    open = { language, marks, text: '', line: index + 1 };
    const previous = blocks.at(-1);
    if (adjacent && previous !== undefined) previous.next = open;
    blocks.push(open);
    adjacent = true;
  }
  return blocks;
}

/** The text without its fenced blocks. */
export function proseOf(markdown: string): string {
  return markdown.replace(/^```[^]*?^```$/gmu, '');
}

/** Targets of links and pictures, as written. */
export function listLinks(markdown: string): string[] {
  const prose = proseOf(markdown).replace(/`[^`\n]*`/gu, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/gu)].map((match) => match[1] ?? '');
}

/** The anchors of a document, as GitHub derives them from its headings. */
export function listAnchors(markdown: string): string[] {
  return [...proseOf(markdown).matchAll(/^#+ (.+)$/gmu)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/gu, '-'),
  );
}

const ELLIPSIS = '…';

/** JSON as in documentation: `…` stands for a value, for further members or for further elements. */
export function parseAbridgedJson(text: string): unknown {
  const brackets: string[] = [];
  let before = '';
  const complete = text.replace(/"(?:[^"\\]|\\.)*"|\S/gu, (token) => {
    const isValue = before === ':';
    before = token;
    if (token === '{' || token === '[') brackets.push(token);
    if (token === '}' || token === ']') brackets.pop();
    if (token !== ELLIPSIS) return token;
    return brackets.at(-1) === '{' && !isValue ? `"${ELLIPSIS}":0` : `"${ELLIPSIS}"`;
  });
  return JSON.parse(complete) as unknown;
}

// Ids and times differ in every run; their form does not.
const VOLATILE = [
  /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/u,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u,
];

/** The differences between a reply and the documented one; empty if there are none. */
export function listDifferences(shown: unknown, real: unknown, place = '$'): string[] {
  if (shown === ELLIPSIS) return [];
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return [`${place}: ${JSON.stringify(real)} instead of a list`];
    const abridged = shown.at(-1) === ELLIPSIS;
    const items = (abridged ? shown.slice(0, -1) : shown) as unknown[];
    const fits = abridged ? real.length >= items.length : real.length === items.length;
    if (!fits) return [`${place}: ${real.length} elements instead of ${items.length}`];
    return items.flatMap((item, index) => listDifferences(item, real[index], `${place}[${index}]`));
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof real !== 'object' || real === null || Array.isArray(real)) {
      return [`${place}: ${JSON.stringify(real)} instead of an object`];
    }
    return listMemberDifferences(shown as Record<string, unknown>, real as Record<string, unknown>, place);
  }
  return isSameScalar(shown, real) ? [] : [`${place}: ${JSON.stringify(real)} instead of ${JSON.stringify(shown)}`];
}

function listMemberDifferences(
  { [ELLIPSIS]: abridged, ...members }: Record<string, unknown>,
  real: Record<string, unknown>,
  place: string,
): string[] {
  const hidden = Object.keys(real).filter((key) => !Object.hasOwn(members, key));
  return [
    ...(abridged === undefined ? hidden.map((key) => `${place}.${key}: not shown`) : []),
    ...Object.entries(members).flatMap(([key, value]) =>
      Object.hasOwn(real, key)
        ? listDifferences(value, real[key], `${place}.${key}`)
        : [`${place}.${key}: not in the response`],
    ),
  ];
}

function isSameScalar(shown: unknown, real: unknown): boolean {
  if (typeof shown !== 'string' || typeof real !== 'string') return shown === real;
  if (VOLATILE.some((pattern) => pattern.test(shown) && pattern.test(real))) return true;
  const [start = '', ...rest] = shown.split(ELLIPSIS);
  const end = rest.at(-1);
  return end === undefined ? shown === real : real.startsWith(start) && real.endsWith(end);
}
