/** At most `max` UTF-16 units, with an ellipsis where something was cut off; never half of a surrogate pair. */
export function ellipsize(text: string, max: number): string {
  if (text.length <= max) return text;
  const cutsPair = /[\uD800-\uDBFF]/u.test(text[max - 1] ?? '');
  return `${text.slice(0, cutsPair ? max - 1 : max)}…`;
}
