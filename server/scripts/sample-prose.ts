import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { drawSample } from '../src/analysis/topics/clusters/random.ts';

/**
 * `npm run sample-prose -- --seed 1 --count 60`: a random sample of the prose of the repository, evenly by kind, to be
 * read aloud by somebody who did not write it. The same seed over the same files draws the same sample.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');

const KINDS = ['comment', 'message', 'test name', 'label', 'paragraph'] as const;
type Kind = (typeof KINDS)[number];

interface Piece {
  kind: Kind;
  place: string;
  text: string;
}

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '60' } },
});
const [seed, count] = [Number(values.seed), Number(values.count)];
if (!Number.isInteger(seed) || !Number.isInteger(count) || count < 1) {
  process.stderr.write('Usage: npm run sample-prose -- [--seed N] [--count N]\n');
  process.exit(64);
}

const exclude = ['**/node_modules/**', '**/dist/**', '**/*.gen.ts'];
const sources = globSync('{server,client,cli,mcp,console,e2e,bench}/**/*.{ts,tsx}', { cwd: ROOT, exclude });
const documents = globSync(['*.md', '{docs,server,client,cli,mcp,deploy}/**/*.md'], { cwd: ROOT, exclude });
const pieces = [...sources.toSorted().flatMap(readSource), ...documents.toSorted().flatMap(readDocument)];
for (const { kind, place, text } of KINDS.flatMap(drawKind)) {
  process.stdout.write(`${kind.padEnd(9)}  ${place}\n           ${text}\n`);
}

/** An even share of the sample; the first kinds get what cannot be divided. */
function drawKind(kind: Kind, index: number): Piece[] {
  const all = pieces.filter((piece) => piece.kind === kind);
  const wanted = Math.floor(count / KINDS.length) + (index < count % KINDS.length ? 1 : 0);
  const drawn = drawSample(all.length, Math.min(wanted, all.length), seed);
  return Array.from(drawn, (place) => all[place]).filter((piece) => piece !== undefined);
}

function readSource(file: string): Piece[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  const isTest = /\.(?:test|fixture|cases)\.tsx?$|\/test\/|^e2e\//u.test(file);
  const texts = readTexts(file, source).filter(({ kind }) => kind !== 'message' || !isTest);
  return [...readComments(file, source), ...texts].filter(({ text }) => isProse(text));
}

function readComments(file: string, source: string): Piece[] {
  const blocks = source.matchAll(/\/\*\*(?<text>[^]*?)\*\/|(?:^[ \t]*\/\/ .*\n)+|(?<=\S )\/\/ (?<trailing>.*)/gmu);
  return Array.from(blocks, ({ 0: whole, index, groups }) => ({
    kind: 'comment',
    place: placeOf(file, source, index),
    text: onOneLine((groups?.['text'] ?? groups?.['trailing'] ?? whole).replaceAll(/^[ \t]*(?:\*|\/\/)/gmu, '')),
  }));
}

/** Texts in quotes: names of tests, labels of the console and, elsewhere, schema descriptions and messages. */
function readTexts(file: string, source: string): Piece[] {
  const quoted = source.matchAll(
    /(?<before>[^\n]*?)(?:'(?<single>(?:[^'\\\n]|\\.)+)'|`(?<template>(?:[^`\\]|\\.)+)`)/gu,
  );
  return Array.from(quoted, ({ index, groups = {} }) => {
    const { before = '', single, template = '' } = groups;
    return { kind: kindOf(file, before), place: placeOf(file, source, index), text: onOneLine(single ?? template) };
  });
}

function kindOf(file: string, before: string): Kind {
  if (/\b(?:it|test|describe)(?:\.\w+)*\([^'`]*$|\]\)\($/u.test(before)) return 'test name';
  return file.startsWith('console/src/i18n/') ? 'label' : 'message';
}

/** Paragraphs and items of lists, without tables, code and headings. */
function readDocument(file: string): Piece[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/^```.*?^```/gmsu, (code) =>
    '\n'.repeat(code.split('\n').length - 1),
  );
  const paragraphs = source.matchAll(/^(?![#|<\s]).+(?:\n(?![-*#|<\s]|\d+\. ).+|\n {2,}.+)*/gmu);
  return Array.from(
    paragraphs,
    ({ 0: text, index }): Piece => ({
      kind: 'paragraph',
      place: placeOf(file, source, index),
      text: onOneLine(text),
    }),
  ).filter(({ text }) => isProse(text));
}

/** At least three words with a lower-case one, and no code. */
function isProse(text: string): boolean {
  return (
    text.split(' ').length > 2 &&
    /\b[a-z]{2,}\b/u.test(text) &&
    !/^[\W\d]|^[a-z -]{150,}$|[{}<>;=]{2}|\b(?:select|update|insert|delete|create|where)\b .*(?:\bfrom\b|\bset\b|[=(])|oxlint-/u.test(
      text,
    )
  );
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

function placeOf(file: string, source: string, index: number): string {
  const start = index + (/^\s*/u.exec(source.slice(index, index + 200))?.[0].length ?? 0);
  return `${file}:${source.slice(0, start).split('\n').length}`;
}
