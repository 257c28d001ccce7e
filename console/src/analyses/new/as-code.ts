import type { AnalysisRequest } from '../../../../client/src/index.ts';

const FLAGS = {
  ...{ category: '--category', difficulty: '--difficulty', topic_focus: '--topic', tag: '--tag' },
  ...{ language: '--language', status: '--status', q: '--search' },
} as const;

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./:=-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

export function asCurl(request: AnalysisRequest, origin: string): string {
  return [
    `curl ${origin}/analysis/run`,
    `-H "Authorization: Bearer $QUAESTOR_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify(request))}`,
  ].join(' \\\n  ');
}

export function asCommand({ analysis_type: type, filter = {}, parameters = {} }: AnalysisRequest): string {
  const given = filter as Record<string, string | number | (string | number)[] | undefined>;
  const flags = Object.entries(FLAGS).flatMap(([name, flag]) =>
    [given[name] ?? []].flat().map((value) => `${flag} ${quoted(String(value))}`),
  );
  const params = Object.entries(parameters).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `--param ${quoted(`${name}=${text}`)}`;
  });
  return ['quaestor analysis run', type, ...flags, ...params].join(' ');
}

export function asTypeScript(request: AnalysisRequest, origin: string): string {
  const body = JSON.stringify(request, null, 2).replaceAll(/^(\s*)"(\w+)":/gmu, '$1$2:');
  return `import { Quaestor } from '@quaestor/client';

const quaestor = new Quaestor({ baseUrl: '${origin}', token: process.env['QUAESTOR_TOKEN'] ?? '' });
const { findings } = await quaestor.analysis.runAndWait(${body});
for (const { text } of findings ?? []) console.log(text);`;
}
