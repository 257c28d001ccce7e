import { parseAst } from 'vitest/node';

/** A small change of a source file that a test should notice. */
export interface Mutation {
  start: number;
  end: number;
  text: string;
  /**
   * The place where a call can record that a test has come here: before a statement, or around the body of an arrow
   * function. Undefined for code that runs at import time.
   */
  reach: Reach | undefined;
}

type Reach = { before: number } | { around: readonly [start: number, end: number] };

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};
/** Replacements in statements of the store, with the effect of a wrong word. */
const SQL_WORDS: readonly (readonly [RegExp, string])[] = [
  [/ and /gu, ' or '],
  [/ or /gu, ' and '],
  [/ < /gu, ' <= '],
  [/ > /gu, ' >= '],
  [/ <= /gu, ' < '],
  [/ >= /gu, ' > '],
  [/ = \$/gu, ' <> $'],
  [/ is null/gu, ' is not null'],
  [/ is not null/gu, ' is null'],
  [/ desc\b/gu, ''],
  [/\bnot exists\b/gu, 'exists'],
];

/** All mutations of a file, in order. Code that only affects types is skipped. */
export function listMutations(source: string): Mutation[] {
  const found: Mutation[] = [];
  let reach: Reach | undefined;
  const add = ({ start, end }: Pick<Node, 'start' | 'end'>, text: string) =>
    void found.push({ start, end, text, reach });
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node);
  return found;

  function visit(node: Node): void {
    if (
      node.type.startsWith('TS') &&
      !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(node.type)
    )
      return;
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return;
    mutate(node);
    for (const [field, value] of Object.entries(node)) {
      if (field === 'key' && node['computed'] !== true) continue;
      for (const inner of [value].flat()) if (isNode(inner)) visitInside(node, field, inner);
    }
  }

  function visitInside(node: Node, field: string, inner: Node): void {
    const outer = reach;
    if (node.type === 'BlockStatement') reach = { before: inner.start };
    else if (node.type === 'ArrowFunctionExpression' && field === 'body' && inner.type !== 'BlockStatement')
      reach = { around: [inner.start, inner.end] };
    visit(inner);
    reach = outer;
  }

  function mutate(node: Node): void {
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression': {
        const [left, right] = [node['left'] as Node, node['right'] as Node];
        const other = OPERATORS[node['operator'] as string];
        const at = source.indexOf(node['operator'] as string, left.end);
        // "+" also concatenates texts; "-" would turn them into NaN, which every test notices.
        if (other !== undefined && at < right.start)
          add({ start: at, end: at + (node['operator'] as string).length }, other);
        break;
      }
      case 'UnaryExpression':
        if (node['operator'] === '!') add(node, textOf(node['argument'] as Node));
        break;
      case 'IfStatement':
      case 'ConditionalExpression':
        add(node['test'] as Node, 'false');
        add(node['test'] as Node, 'true');
        break;
      case 'Literal':
        if (typeof node['value'] === 'boolean') add(node, String(!node['value']));
        if (typeof node['value'] === 'number') add(node, String(node['value'] + 1));
        break;
      case 'ExpressionStatement':
        if ((node['expression'] as Node).type !== 'Literal') add(node, ';');
        break;
      case 'ReturnStatement':
        if (isNode(node['argument'])) add(node, 'return undefined as never;');
        break;
      case 'TemplateElement':
        for (const [word, other] of SQL_WORDS)
          for (const match of textOf(node).matchAll(word))
            add({ start: node.start + match.index, end: node.start + match.index + match[0].length }, other);
        break;
      default:
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** The source with a call at each of these places that records its number. */
export function markReached(source: string, places: readonly (readonly [id: number, reach: Reach])[]): string {
  const insertions = places.flatMap(([id, reach]) => {
    const call = `globalThis.reachedMutants?.add(${id})`;
    if ('before' in reach) return [{ at: reach.before, text: `${call};` }];
    const [start, end] = reach.around;
    return [
      { at: start, text: `(${call}, ` },
      { at: end, text: ')' },
    ];
  });
  // Insertions start from the end, so that earlier offsets stay valid. On a tie, the inner one comes first.
  return insertions
    .sort((one, other) => other.at - one.at)
    .reduce((text, { at, text: inserted }) => `${text.slice(0, at)}${inserted}${text.slice(at)}`, source);
}
