import type { CallerKind } from './callers.ts';
import { Choices } from './choices.ts';
import { hostileFile } from './hostile-files.ts';
import type { Operation, Schema } from './operations.ts';
import { hostileText } from './texts.ts';
import { HostileValues, type Known } from './values.ts';

/** A request, described by the decisions that make it. */
export interface Recipe {
  operation: Operation;
  caller: CallerKind;
  genes: readonly number[];
}

export interface HttpRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** The number of different files that an import may upload. */
const MAX_FILES = 1_000_000;
/** The service allows 64 KiB for the request line and headers together. */
const MAX_URL = 60_000;

export function writeRequest({ operation, genes }: Recipe, known: Known): HttpRequest {
  const choices = new Choices(genes);
  const path = `${writePath(operation, choices, known)}${writeQuery(operation, choices, known)}`.slice(0, MAX_URL);
  const headers = writeHeaders(choices);
  if (operation.id === 'createImport') {
    const { format, bytes } = hostileFile(Math.floor(choices.next() * MAX_FILES));
    const content = { ...headers, 'content-type': 'application/octet-stream' };
    return {
      method: operation.method,
      path: `/imports?format=${format}&mode=valid_only`,
      headers: content,
      body: bytes,
    };
  }
  if (operation.body === undefined) return { method: operation.method, path, headers, body: undefined };
  if (operation.form && choices.chance(0.6)) {
    const body = Buffer.from(writeForm(operation.body, choices, known));
    return { method: operation.method, path, headers: { ...headers, 'content-type': FORM }, body };
  }
  const body = Buffer.from(writeJson(operation.body, choices, known));
  return { method: operation.method, path, headers: { ...headers, 'content-type': 'application/json' }, body };
}

const FORM = 'application/x-www-form-urlencoded';

function writePath({ path }: Operation, choices: Choices, known: Known): string {
  const resource = path.split('/')[1] ?? '';
  if (path.includes('{plot}') && known.plots.length > 0) {
    const { id, plot } = choices.pick(known.plots);
    return path.replace('{id}', id).replace('{plot}', `${plot}.${choices.pick(['svg', 'png'])}`);
  }
  const ids = known.ids[resource] ?? [];
  const id = ids.length > 0 && choices.chance(0.9) ? choices.pick(ids) : hostileText(choices.next(), 200);
  return path.replaceAll(/\{\w+\}/gu, encodeURIComponent(id));
}

function writeQuery({ query }: Operation, choices: Choices, known: Known): string {
  const values = new HostileValues(choices, known);
  const pairs: string[] = [];
  for (const { name, schema, explode } of query) {
    if (!choices.chance(0.4)) continue;
    const items = [values.make(schema, name)].flat().map((item) => encodeURIComponent(String(item)));
    if (explode) pairs.push(...items.slice(0, 2000).map((item) => `${name}=${item}`));
    else pairs.push(`${name}=${items.slice(0, 2000).join(',')}`);
  }
  if (choices.chance(0.1)) {
    const count = choices.pick([1, 100, 5000]);
    const text = encodeURIComponent(hostileText(choices.next(), Math.floor(MAX_URL / count / 3)));
    for (let index = 0; index < count; index += 1) pairs.push(`u${index}=${text}`);
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function writeHeaders(choices: Choices): Record<string, string> {
  return {
    'accept-encoding': choices.pick(['identity', 'gzip', 'br']),
    ...(choices.chance(0.15) && { 'idempotency-key': `k${choices.next()}` }),
    ...(choices.chance(0.2) && {
      prefer: choices.pick(['handling=lenient', 'wait=1', 'respond-async', 'a=b,'.repeat(10_000)]),
    }),
    ...(choices.chance(0.1) && { 'if-none-match': choices.pick(['"x",'.repeat(10_000), ' '.repeat(50_000), '*']) }),
    ...(choices.chance(0.1) && { accept: 'application/json;q=0.1,'.repeat(2000) }),
  };
}

function writeJson(schema: Schema, choices: Choices, known: Known): string {
  if (choices.chance(0.93)) return JSON.stringify(new HostileValues(choices, known).make(schema)) ?? 'null';
  const size = choices.pick([60_000, 1_000_000, 10_000_000]);
  return choices.pick([
    () => '['.repeat(size),
    () => `[${'{},'.repeat(size / 3)}{}]`,
    () => `{${Array.from({ length: size / 12 }, (_, index) => `"${index}":0`).join(',')}}`,
    () => `[${'1,'.repeat(size / 2)}1]`,
    () => JSON.stringify([hostileText(choices.next(), size / 6)]),
    () => `[${'1'.repeat(size)}]`,
    () => `{"question_text":${' '.repeat(size)}1}`,
  ])();
}

function writeForm(schema: Schema, choices: Choices, known: Known): string {
  const value = new HostileValues(choices, known).make(schema);
  if (typeof value !== 'object' || value === null) return '';
  const pairs = Object.entries(value).map(([name, item]) => `${name}=${encodeURIComponent(String(item))}`);
  if (choices.chance(0.3)) pairs.push('a=b&'.repeat(choices.pick([10, 1000, 15_000])));
  return pairs.join('&').slice(0, 64 * 1024);
}
