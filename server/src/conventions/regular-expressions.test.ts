import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';

/** Three times the longest text of a question. A quadratic pattern takes at least 70 ms on it, a linear one 1 ms. */
const LENGTH = 12_000;
const MAX_MS = 25;

const SOURCES = path.resolve(import.meta.dirname, '..');
/** Leaves out programs, tests and code that reads our own files, because they read no text of callers. */
const sources = globSync('**/*.ts', { cwd: SOURCES }).filter(
  (file) => !/\.(?:test|fixture|cases)\.ts$|^(?:bin|config)\//u.test(file),
);

const read = (file: string) => readFileSync(path.join(SOURCES, file), 'utf8');

interface Found {
  file: string;
  pattern: string;
  flags: string;
}

/**
 * Every literal, and every call of the constructor; constructed patterns are covered by the functions that use them.
 */
function findPatterns(file: string): { literals: Found[]; built: string[] } {
  const literals: Found[] = [];
  const built: string[] = [];
  new Visitor({
    Literal(node) {
      if ('regex' in node) literals.push({ file, ...node.regex });
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') built.push(file);
    },
  }).visit(parseSync(file, read(file)).program);
  return { literals, built };
}

const found = sources.map(findPatterns);
const patterns = [
  ...new Map(found.flatMap(({ literals }) => literals.map((one) => [`/${one.pattern}/${one.flags}`, one] as const))),
];

/** One character of each class that a pattern may mention. */
const SAMPLES = Array.from('aZ0 \n\t.,!?"\'-+=()[]<>&;/\\_*:%#“−…。漢é\u0301\u00a0\u{1f600}');

/** Runs of one character, of two that the pattern names, and of the words in it. */
function pumpsOf(pattern: string): string[] {
  const characters = [...new Set(pattern.replace(/\\./gu, ''))].slice(0, 12);
  const words = pattern.match(/[A-Za-z][A-Za-z ]{2,}/gu) ?? [];
  return [
    ...SAMPLES,
    ...characters.flatMap((one) => characters.map((two) => `${one}${two}`)),
    ...words,
    ...words.map((word) => `${word} `),
  ];
}

function timeOf({ pattern, flags }: Found, text: string): number {
  const compiled = new RegExp(pattern, flags);
  const before = process.threadCpuUsage();
  if (compiled.global) text.replace(compiled, '');
  else compiled.test(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function slowest(one: Found): { ms: number; text: string } {
  let worst = { ms: 0, text: '' };
  for (const pump of pumpsOf(one.pattern)) {
    const run = pump.repeat(LENGTH / pump.length);
    for (const text of [run, `${run}\u0001`, `0.${run}1`]) {
      const ms = timeOf(one, text);
      // A slow run may include a garbage collection, so only patterns that are slow three times count.
      if (ms > worst.ms) worst = { ms: ms > MAX_MS ? Math.min(ms, timeOf(one, text), timeOf(one, text)) : ms, text };
    }
  }
  return worst;
}

describe('String.normalize', () => {
  it('is called in one place, after the limit on combining marks', () => {
    const callers = globSync('**/*.ts', { cwd: SOURCES }).filter(
      (file) => !file.endsWith('.test.ts') && read(file).includes('.normalize('),
    );
    expect(callers).toEqual([path.join('domain', 'text', 'text.ts')]);
  });
});

describe('every regular expression of the service', () => {
  it('is found', () => {
    expect(patterns.length).toBeGreaterThan(90);
    expect([...new Set(found.flatMap(({ built }) => built))].sort()).toEqual([
      'domain/flaws/answer-type.ts',
      'domain/tokens/secret.ts',
      'plots/printable.ts',
      'plugins/http/not-found.ts',
    ]);
  });

  it.each(patterns)('%s takes linear time', { tags: ['heavy'], timeout: 60_000 }, (_name, one) => {
    const { ms, text } = slowest(one);
    expect(ms, `${one.file}: ${JSON.stringify(text.slice(0, 40))}…`).toBeLessThan(MAX_MS);
  });
});
