import { hash } from 'node:crypto';

/**
 * The different texts in the order of a digest of question and text. It is stable and does not depend on which text is
 * right or where it belongs, so it reveals nothing.
 */
export function shuffled(id: string, texts: readonly string[]): string[] {
  const keyed = [...new Set(texts)].map((text) => ({ text, key: hash('sha256', `${id}\n${text}`) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ text }) => text);
}
