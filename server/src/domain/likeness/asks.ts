/** Words that ask for something or stand for it: "this river", "he", "name the". */
const ASKING: ReadonlySet<string> = new Set(
  'what whats which who whos whom whose when where why how this these those that he she it they name complete finish identify'.split(
    ' ',
  ),
);

/** Whether a text asks for anything: a mere title ("The Diary of a Madman") can have any number of answers. */
export function asksSomething(text: string, words: readonly string[]): boolean {
  return hasGap(text) || words.some(isAsking);
}

export const hasGap = (text: string) => text.includes('?') || text.includes('__');
export const isAsking = (word: string) => ASKING.has(word);
