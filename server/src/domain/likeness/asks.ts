const split = (text: string) => text.trim().split(/\s+/u);

/** Words that ask for something or stand for it: "this river", "he", "name the". */
const ASKING: ReadonlySet<string> = new Set(
  split(
    'what whats which who whos whom whose when where why how this these those that he she it they name complete finish identify',
  ),
);

/**
 * Words of questions that have several right answers: "Which is true about Newhart?", "Give an example of a gas". The
 * other lines are German, French and Spanish. Words that refer to listed options are of the kind OPTIONS.
 */
const OPEN: ReadonlySet<string> = new Set(
  split(`
    true false untrue correct incorrect wrong fact facts example examples odd
    wahr falsch richtig unwahr stimmt zutreffend zutrifft korrekt beispiel folgende folgenden folgender folgendes
    vrai vraie faux fausse exact exacte correcte exemple suivant suivante suivants suivantes
    verdadero verdadera falso falsa correcto correcta cierto cierta ejemplo siguiente siguientes
  `),
);

/** Verbs that leave open which of several is meant, before an indefinite article: "name a river". */
const OPEN_VERBS: ReadonlySet<string> = new Set(split('name give list state nenne nennen nomme nommez nombra nombre'));
const INDEFINITE: ReadonlySet<string> = new Set(split('a an one any some two three ein eine einen un une una'));

/**
 * Whether a text asks for one thing: a mere title ("The Diary of a Madman") can have any number of answers, and so can
 * "Which is true about pandas?".
 */
export function asksSomething(text: string, words: readonly string[]): boolean {
  return (hasGap(text) || words.some(isAsking)) && !words.some((word, place) => isOpen(words[place - 1], word));
}

export const hasGap = (text: string) => text.includes('?') || text.includes('__');
export const isAsking = (word: string) => ASKING.has(word);

/** Whether a word, after the one before it, leaves several answers open: "one of the founders", "name a river". */
export function isOpen(before: string | undefined, word: string): boolean {
  if (OPEN.has(word)) return true;
  if (before === undefined || !mayOpen(word)) return false;
  return word === 'of' ? before === 'one' : OPEN_VERBS.has(before);
}

/** Whether that depends on the word before it. */
export const mayOpen = (word: string) => word === 'of' || INDEFINITE.has(word);
