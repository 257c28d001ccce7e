import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Words that the project no longer uses, with what it says instead: one word for one thing, and the usual one. */
const BANNED: readonly { word: RegExp; instead: string }[] = [
  { word: /\bMOST_\w+/gu, instead: 'MAX_…: a limit is called what everybody calls it' },
  { word: /\bmost(?:Bytes|Pairs|StatementWeight)\b/gu, instead: 'max…' },
  { word: /\bmend(?:s|ed|ing)?\b/giu, instead: 'fix' },
  { word: /\bcures?\b/giu, instead: 'fix' },
  {
    word: /(?<!token\.)\brefus(?:al|e[ds]?|ing)(?! to )\b|[a-z]Refus\w+|\brefuse[sd]?[A-Z]\w*/gu,
    instead: 'reject, rejection, require…',
  },
  { word: /(?<!ECONN)REFUS/gu, instead: '…_REJECTIONS' },
  { word: /\bunheard/giu, instead: 'unknown, or without a listener' },
  { word: /\bstrangers?\b/giu, instead: 'somebody without a token, another caller' },
  { word: /\bso many\b/giu, instead: 'the number itself, "this many" beside a constant, or "at most"' },
  { word: /\bworth nothing\b/giu, instead: 'no longer works' },
  {
    word: /(?:Stored|Kept|Oauth|Token|Raw|Idempotency)Answers?\b|\banswer(?:Once|Read|Error|Late|InTime|FromCache|Connect)\b|sendAnswer/gu,
    instead: 'Reply: what HTTP sends back, as Fastify calls it; players give answers',
  },
  { word: /\banswers?\??\.(?:status|statusCode|headers|body|json|ok)\b/gu, instead: 'reply.…' },
  {
    word: /\banswer(?:s|ed)? (?:is |with )?[1-5]\d\d\b|\banswers? (?:JSON|HTTP|in full|without a body)\b/giu,
    instead: 'responds with, replies with: an answer is what a player gives',
  },
  {
    word: /\b(?:database|service|issuer|replica|server|API) (?:that )?(?:does not |do not |cannot )?answer(?:s|ed)?\b/giu,
    instead: 'responds, does not respond',
  },
  { word: /\b(?:is|are|was) there (?:already|twice)\b/giu, instead: 'already exists, is repeated' },
  {
    word: /\bat the door\b|\bthe deed\b/giu,
    instead: 'the plain thing: a comment that needs a metaphor needs another name',
  },
  { word: /\bhearers?\b/giu, instead: 'listener, subscribe' },
  { word: /\blying\b|lieDown|\blying[A-Z]\w*/giu, instead: 'horizontal' },
  { word: /\bcompanies\(/gu, instead: 'components: connected parts of a graph' },
];

const ROOT = path.resolve(import.meta.dirname, '../../..');
const lines = globSync(
  ['{server,bench}/src/**/*.ts', 'server/test/**/*.ts', 'e2e/*.ts', 'client/src/**/*.ts', '*.md', 'docs/**/*.md'],
  { cwd: ROOT, exclude: ['docs/decisions/**'] },
)
  .filter((file) => !file.endsWith('words.test.ts'))
  .flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ line, place: `${file}:${index + 1}` })),
  );

describe('the words of the project', () => {
  it('are looked for everywhere', () => {
    expect(new Set(lines.map(({ place }) => place.split(':')[0])).size).toBeGreaterThan(500);
  });

  it.each(BANNED)('has no $word, but $instead', ({ word }) => {
    const found = lines
      .filter(({ line }) => line.search(word) >= 0)
      .map(({ line, place }) => `${place} ${line.trim()}`);
    expect(found).toEqual([]);
  });
});
