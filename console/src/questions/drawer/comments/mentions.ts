export interface Named {
  id: string;
  name: string;
}

const MAX_NAME_LENGTH = 40;
const MAX_SUGGESTED = 6;
/** The maximum number of people that a comment may mention. */
const MAX_MENTIONS = 20;

const TYPED = new RegExp(`(?<![^\\s(])@(?<name>[^@\\n]{0,${MAX_NAME_LENGTH}})$`, 'u');

/** The beginning of a name between "@" and the caret. */
export function typedName(text: string, caret: number): string | undefined {
  return TYPED.exec(text.slice(0, caret))?.groups?.['name'];
}

/** The people whose name, or a word of it, begins with what was typed. */
export function suggest(people: readonly Named[], typed: string): readonly Named[] {
  const beginning = typed.toLowerCase();
  const fits = (name: string) =>
    name.startsWith(beginning) || (beginning !== '' && name.split(/\s+/u).some((word) => word.startsWith(beginning)));
  return people.filter(({ name }) => fits(name.toLowerCase())).slice(0, MAX_SUGGESTED);
}

/** Replaces the beginning of a name before the caret by the whole name. */
export function completeName(text: string, caret: number, name: string): string {
  const start = caret - (typedName(text, caret)?.length ?? 0);
  return `${text.slice(0, start)}${name} ${text.slice(caret).replace(/^ /u, '')}`;
}

interface Part {
  text: string;
  /** Undefined for text that mentions nobody. */
  person: Named | undefined;
}

/** Divides a text at the names that follow an "@". The longest name wins, and among equal ones the first person. */
export function partsOf(text: string, people: readonly Named[]): Part[] {
  const longestFirst = people.toSorted((one, other) => other.name.length - one.name.length);
  const parts: Part[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const rest = text.slice(at + 1);
    const person = longestFirst.find(
      ({ name }) => rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length)),
    );
    if (person === undefined) continue;
    if (at > from) parts.push({ text: text.slice(from, at), person: undefined });
    from = at + 1 + person.name.length;
    parts.push({ text: text.slice(at, from), person });
  }
  if (from < text.length) parts.push({ text: text.slice(from), person: undefined });
  return parts;
}

/** The people that a text mentions. Those that were chosen come first, because others may have the same name. */
export function mentionsIn(text: string, people: readonly Named[], chosen: ReadonlySet<string>): string[] {
  const known = people.toSorted((one, other) => Number(chosen.has(other.id)) - Number(chosen.has(one.id)));
  const ids = partsOf(text, known).flatMap(({ person }) => (person === undefined ? [] : [person.id]));
  return [...new Set(ids)].slice(0, MAX_MENTIONS);
}
