import { en, type Texts } from './en.ts';
import { enLater } from './en-later.ts';

const LETTERS: Readonly<Record<string, string>> = {
  ...{ a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', c: 'ç', n: 'ñ', y: 'ý' },
  ...{ A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú', C: 'Ç', N: 'Ñ', Y: 'Ý' },
};

type Tree = { [key: string]: string | Tree };

/** English with accents, a third longer and in brackets. Plain text on the screen is untranslated. */
function disguise(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, text]) => [
      key,
      typeof text === 'string' ? `[${accented(text)}${'~'.repeat(Math.ceil(text.length / 6))}]` : disguise(text),
    ]),
  );
}

/** Does not change `{{count, number}}` and `<b>`. */
function accented(text: string): string {
  return text.replace(/\{\{[^}]*\}\}|<[^>]*>|./gsu, (part) => LETTERS[part] ?? part);
}

export const pseudo = disguise({ ...en, ...enLater }) as Texts;
