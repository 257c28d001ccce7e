/** Patterns of texts that have made some program slow. */
const PATTERNS: readonly ((index: number) => string)[] = [
  () => 'a',
  () => '\u0301\u0316', // alternating combining classes, which take quadratic time to sort
  (index) => (index % 31 === 0 ? 'e' : '\u0301'),
  () => '.',
  () => '. ',
  () => '... a',
  () => 'the ',
  (index) => `word${index.toString(36)} `,
  (index) => `${index % 7} `,
  () => '"',
  () => "'s ",
  () => '((',
  () => '[]',
  () => '____ ',
  () => '1,000,',
  () => '-zzzz ',
  () => 'or ',
  () => 'not all of the above ',
  () => '\u{1f600}',
  () => '漢字',
  () => '\ufdfa', // normalisation turns this letter into eighteen
  () => '\u1100\u1161\u11a8',
  () => '\u00ad\u200b',
  () => '\u0645\u064f',
  () => ',',
  () => '%25',
  () => '\t\n',
  () => '2+2=4 ',
  () => 'Who is who? ',
  () => '\\',
  () => '<b>&amp;',
  () => '__proto__ ',
];

export function hostileText(which: number, length: number): string {
  const pattern = PATTERNS[Math.floor(which * PATTERNS.length)] ?? (() => 'a');
  const parts: string[] = [];
  for (let index = 0, size = 0; size < length; index += 1) {
    const part = pattern(index);
    parts.push(part);
    size += part.length;
  }
  return parts
    .join('')
    .slice(0, Math.max(0, length))
    .replace(/[\ud800-\udbff]$/u, '');
}
