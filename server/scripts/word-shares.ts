/**
 * Counts in how many of 100,000 English questions a word occurs, and how many have an answer, and writes the most
 * common ones to domain/likeness/shares.json. Run by hand; reads the corpora in ../shared/data.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { answerKey } from '../src/domain/answers/answer-check.ts';
import { stemWords } from '../src/domain/likeness/stems.ts';
import { textKey } from '../src/domain/text/text.ts';

const WORDS = 1500;
const ANSWERS = 100;
const OF = 100_000;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface Row {
  question_text: string;
  correct_answer: string;
}

const rows = ['opentriviaqa', 'opentdb'].flatMap((corpus) =>
  gunzipSync(readFileSync(here(`../../../shared/data/${corpus}/questions.jsonl.gz`)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row),
);

/** The most common ones, with their number per 100,000. */
function mostCommon(lists: readonly Iterable<string>[], most: number): Record<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const name of new Set(list)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const ordered = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return Object.fromEntries(ordered.slice(0, most).map(([name, n]) => [name, Math.round((n / lists.length) * OF)]));
}

const texts = new Map(rows.map(({ question_text }) => [textKey(question_text), question_text]));
const shares = {
  words: mostCommon([...texts.values()].map(stemWords), WORDS),
  answers: mostCommon(
    rows.map(({ correct_answer }) => [answerKey(correct_answer)]),
    ANSWERS,
  ),
};
writeFileSync(here('../src/domain/likeness/shares.json'), `${JSON.stringify(shares, null, 2)}\n`);
