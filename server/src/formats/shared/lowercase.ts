const RAISED = new Map(
  Array.from('0123456789+-=()n').map((character, index) => [character, Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ')[index]]),
);
const LOWERED = new Map(
  Array.from('0123456789+-=()').map((character, index) => [character, Array.from('₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎')[index]]),
);

/** x with a superscript 2 is x², with a superscript "2k" it is x^(2k). */
export function raise(text: string, how: 'sup' | 'sub'): string {
  if (text === '') return '';
  const characters = Array.from(text.replaceAll('−', '-'));
  const small = characters.map((character) => (how === 'sup' ? RAISED : LOWERED).get(character));
  if (small.every((character) => character !== undefined)) return small.join('');
  const mark = how === 'sup' ? '^' : '_';
  return characters.length === 1 ? mark + text : `${mark}(${text})`;
}
