const RAISED = new Map(
  Array.from('0123456789+-=()n').map((sign, index) => [sign, Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ')[index]]),
);
const LOWERED = new Map(
  Array.from('0123456789+-=()').map((sign, index) => [sign, Array.from('₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎')[index]]),
);

/** x with a raised 2 is x², with a raised "2k" it is x^(2k). */
export function raise(text: string, how: 'sup' | 'sub'): string {
  if (text === '') return '';
  const signs = Array.from(text.replaceAll('−', '-'));
  const small = signs.map((sign) => (how === 'sup' ? RAISED : LOWERED).get(sign));
  if (small.every((sign) => sign !== undefined)) return small.join('');
  const mark = how === 'sup' ? '^' : '_';
  return signs.length === 1 ? mark + text : `${mark}(${text})`;
}
