import type { ReportCode } from '../format.ts';

interface Option {
  letter: string;
  text: string;
}

type Found = { answer: string; index: number } | { code: ReportCode; detail: string };

/** Finds the option that a key names: by letter, by number from 1, or by its text. Game sheets only use numbers. */
export function findKey(options: readonly Option[], key: string, numbersOnly: boolean): Found {
  const there = options.filter((option) => option.text !== '');
  if (key === '') return { code: 'no_answer', detail: 'No correct answer is given.' };
  if (there.length === 0 && !numbersOnly) return { answer: key, index: -1 };
  const byText = numbersOnly ? -1 : findText(options, key);
  const names = key.split(/[,;&/|\s]+/u).filter((name) => name !== '');
  const indexes = names.map((name) => indexOfName(options, name));
  if (names.length > 1 && indexes.every((index) => index !== undefined) && byText < 0) {
    return { code: 'several_answers', detail: `Several correct answers: ${key.slice(0, 100)}.` };
  }
  const byName = names.length === 1 ? indexes[0] : undefined;
  const named = byName !== undefined && (options[byName]?.text ?? '') !== '' ? byName : -1;
  if (named >= 0 && byText >= 0 && named !== byText) {
    return { code: 'ambiguous_key', detail: `The key "${key}" names one option and is the text of another.` };
  }
  const index = named >= 0 ? named : byText;
  if (index < 0) return { code: 'bad_key', detail: `The key "${key.slice(0, 100)}" names no option, or an empty one.` };
  if (there.length < 2) return { code: 'too_few_options', detail: 'A choice needs at least two options.' };
  return { answer: options[index]?.text ?? '', index };
}

function findText(options: readonly Option[], key: string): number {
  const exact = options.findIndex((option) => option.text === key);
  return exact >= 0 ? exact : options.findIndex((option) => option.text.toLowerCase() === key.toLowerCase());
}

/** "B", "b)", "2": the index of the option; a name beyond the options matches none. */
function indexOfName(options: readonly Option[], name: string): number | undefined {
  const letter = /^([A-Za-z])[).]?$/u.exec(name)?.[1]?.toLowerCase();
  if (letter !== undefined)
    return outside(
      options.findIndex((option) => option.letter === letter),
      options,
    );
  const number = /^(\d{1,2})[).]?$/u.exec(name)?.[1];
  if (number === undefined) return undefined;
  return outside(Number(number) - 1, options);
}

function outside(index: number, options: readonly Option[]): number {
  return index < 0 ? options.length : index;
}
