import { type Comparison, compareWords } from '../../../domain/likeness/compare-words.ts';
import { evidenceOf, isSameWording, likeness, USUAL_ANSWER } from '../../../domain/likeness/judge.ts';
import { Growing } from '../../corpus/growing.ts';
import type { KeyedCorpus } from '../chunk.ts';
import type { Distinct } from '../pairs/distinct.ts';
import { eachRun, hashNumbersInto, haveSameKey, type Keys } from '../pairs/keys.ts';
import type { Links } from '../pairs/links.ts';
import type { PairRule } from '../pairs/pair-rule.ts';
import type { WordSets } from '../pairs/word-sets.ts';

/** The minimum weight of a word that a template may leave open, usually a name. */
const OPEN = 4.5;
/** The open word must be one of this many heaviest words of a text. */
const OPEN_PLACES = 2;
/** The minimum weight of the rest of the text: "capital" is enough (4.5), "who" is not (0.7). */
const MIN_REST = 3;

/**
 * Finds questions made from one template: equal words except for a heavy one, "capital of Finland" and "capital of
 * Peru". Each is linked with the first of its kind. Linear in the number of questions.
 */
export function joinSiblings(
  keyed: KeyedCorpus,
  { members }: Distinct,
  sets: WordSets,
  rule: PairRule,
  links: Links,
): void {
  const linkFamily = (
    family: Iterable<number>,
    belong: (first: number, member: number, words: Comparison) => boolean,
  ) => {
    const [first = 0, ...others] = family;
    for (const member of others) {
      if (!rule.allows(first, member)) continue;
      const words = compareWords(sets.of(first), sets.of(member), sets.vocabulary);
      const measures = { likeness: likeness(evidenceOf(words, USUAL_ANSWER)), similarity: words.similarity };
      if (belong(first, member, words)) links.add(first, member, 'sibling', measures);
    }
  };
  const { keys, templates } = makeTemplates(keyed.corpus.count, members, sets);
  eachRun(keys, templates, (family) =>
    linkFamily(
      family.map((template) => Math.floor(template / OPEN_PLACES)),
      (a, b, words) => a !== b && words.similarity < 1,
    ),
  );
  // The same text with different answers that do not contradict each other: a phrase that refers to options, or fits
  // anything.
  eachRun(keyed.texts, members, (family) =>
    linkFamily(family, (a, b, words) => !haveSameKey(keyed.answers, a, b) && !isSameWording(words, 0)),
  );
}

/** A text without one of its heaviest words: the number of the question times places, plus the place. */
function makeTemplates(count: number, members: Uint32Array, sets: WordSets): { keys: Keys; templates: Uint32Array } {
  const keys = new Uint32Array(2 * OPEN_PLACES * count);
  const templates = new Growing((length) => new Uint32Array(length));
  for (const member of members) {
    const { tokens, start, end } = sets.of(member);
    for (let place = 0; place < OPEN_PLACES; place += 1) {
      const open = sets.vocabulary.weights[tokens[start + place] ?? 0] ?? 0;
      if (start + place >= end || open < OPEN) break;
      if (sets.weightOf(member) - open < MIN_REST) continue;
      const template = member * OPEN_PLACES + place;
      const rest = Array.from(tokens.subarray(start, end));
      rest.splice(place, 1);
      hashNumbersInto(keys, template, rest);
      templates.append([template]);
    }
  }
  return { keys, templates: templates.view() };
}
