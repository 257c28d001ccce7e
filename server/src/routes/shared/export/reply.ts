import { WRITTEN_FORMATS } from '../../../formats/index.ts';
import { writer } from '../../questions/examples.ts';

/** The first bytes of a file of each media type. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  'application/jsonl': `${JSON.stringify(writer)}\n`,
  'text/csv': 'id,external_id,question_text,correct_answer,…\r\n',
  'text/plain': '::Which planet is closest to the Sun?::…',
  'application/xml': '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>…',
  'text/html': '<!doctype html>…',
};

const mediaTypes = new Set(WRITTEN_FORMATS.map(({ mediaTypes: [first = ''] }) => first));

/** Every media type of an export, for the description of the API. */
export const EXPORTED = {
  description: 'The file. If it cannot be completed the connection breaks, so a response that ends is complete.',
  headers: { 'Content-Disposition': {}, 'X-Left-Out': {} },
  content: Object.fromEntries(
    [...mediaTypes].map((type) => [
      type,
      type === 'application/json'
        ? { schema: { type: 'object' }, example: { response_code: 0, results: [] } }
        : { schema: { type: 'string' }, example: BEGINNINGS[type] ?? 'PK…' },
    ]),
  ),
};

/** All texts have the same charset. */
export function contentType({ mediaTypes: [type = ''] }: { mediaTypes: readonly string[] }): string {
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}
