import { hasForbiddenCharacters, normaliseText } from '../domain/text.ts';
import type { Violation } from '../errors.ts';

/** No request of the API is nested deeper than an array of questions with lists; this leaves room and ends recursion. */
const MAX_DEPTH = 10;

/** The body with every text normalised (NFC, trimmed); texts with forbidden characters are reported. */
export function normaliseStrings(value: unknown, violations: Violation[], pointer = '#', depth = 0): unknown {
  if (typeof value === 'string') {
    if (hasForbiddenCharacters(value)) violations.push(forbidden(pointer));
    return normaliseText(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) {
    violations.push({
      code: 'too_deep',
      detail: `Bodies may be nested ${MAX_DEPTH} levels deep.`,
      pointer: pointer.slice(0, 200),
    });
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => normaliseStrings(item, violations, `${pointer}/${index}`, depth + 1));
  }
  // fromEntries defines own properties, so a key such as __proto__ stays plain data.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return [key, normaliseStrings(item, violations, place, depth + 1)];
    }),
  );
}

function forbidden(pointer: string): Violation {
  return {
    code: 'invalid_characters',
    detail: 'The text holds U+0000, a lone surrogate or a control character other than TAB and LF.',
    pointer,
  };
}
