import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Words that the project no longer uses, with their replacements: one usual word for each thing. */
const BANNED: readonly { word: RegExp; instead: string }[] = [
  { word: /\bMOST_\w+/gu, instead: 'MAX_…, the usual name of a limit' },
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
    instead: 'the literal term instead of a metaphor',
  },
  { word: /\bhearers?\b/giu, instead: 'listener, subscribe' },
  { word: /\blying\b|lieDown|\blying[A-Z]\w*/giu, instead: 'horizontal' },
  { word: /\bcompanies\(/gu, instead: 'components: connected parts of a graph' },
  { word: /\b\w+_A_[A-Z]\w*/gu, instead: '…_PER_…' },
  { word: /\boneOfAn[A-Z]\w*|\bONE_OF_AN?_\w+/gu, instead: 'onePerOwner' },
  { word: /[a-z]Hopeless|\bhopeless[A-Z]|\bgoOnLater\b/gu, instead: 'isPermanent, requeue' },
  { word: /\b\w*AwayError\b|\bOutsideIssuer\b|\boutside issuers?\b/giu, instead: '…UnavailableError, ExternalIssuer' },
  { word: /\btell[A-Z]\w*|\btelling(?:[A-Z]\w*)?\b/gu, instead: 'report…, describe…; significant, characteristic' },
  { word: /\b(?:so long|so probable|for so long)\b/giu, instead: 'for this time, minimum probability' },
  { word: /\bhold(?:s|ing)? (?:\w+ ){0,3}against\b|\bheld against\b/giu, instead: 'compares with, validates against' },
  { word: /\bof equal ones\b/giu, instead: 'ties go to' },
  { word: /\bin vain\b/giu, instead: 'wasted, without success' },
  { word: /\bputs? right\b/giu, instead: 'correct' },
  { word: /\bno verdict\b/giu, instead: 'not a verdict' },
  { word: /\bwork(?:s|ed)? out by hand\b/giu, instead: 'calculated by hand' },
  { word: /\bha(?:s|ve) no place here\b/giu, instead: 'is not supported' },
  {
    word: /\brequireRoom\w*|\bdrawBehind\b|\bspeakOauth\b|\bWORTH_REPEATING\b/gu,
    instead: 'requireQuota…, drawAfter, …',
  },
];

const ROOT = path.resolve(import.meta.dirname, '../../..');
const lines = globSync(
  [
    '{server,bench,client,cli,mcp,console}/src/**/*.{ts,tsx}',
    '{server,client,cli,mcp}/{test,scripts}/**/*.ts',
    'e2e/**/*.ts',
    '*.md',
    'docs/**/*.md',
    'server/src/**/README.md',
  ],
  { cwd: ROOT, exclude: ['**/node_modules/**', '**/*.gen.ts'] },
)
  // Planted faults quote the lines of earlier revisions.
  .filter((file) => !file.endsWith('words.test.ts') && !file.includes('/planted-faults/'))
  .flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ line, place: `${file}:${index + 1}` })),
  );

describe('the words of the project', () => {
  it('are searched everywhere', () => {
    expect(new Set(lines.map(({ place }) => place.split(':')[0])).size).toBeGreaterThan(1500);
  });

  it.each(BANNED)('has no $word, but $instead', ({ word }) => {
    const found = lines
      .filter(({ line }) => line.search(word) >= 0)
      .map(({ line, place }) => `${place} ${line.trim()}`);
    expect(found).toEqual([]);
  });
});
