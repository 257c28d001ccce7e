import { decimal, levelName, numbered } from '../../../analysis/wording.ts';
import { firstOf } from '../items/csv.ts';

const IDENTIFIER = /^[a-z]+(?:_[a-z]+)+$/u;
const LEVEL_MEMBERS = ['declared', 'suggested', 'difficulty'];

/** The text in a cell of a short table: the name of a level, the rules of flags, the values of keys. */
export function formatCell(member: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') {
    if (LEVEL_MEMBERS.includes(member)) return levelName(value);
    return Number.isInteger(value) ? numbered(value) : decimal(value);
  }
  if (Array.isArray(value)) return value.map((one) => formatCell('', firstOf(one))).join(', ');
  if (typeof value === 'string') return IDENTIFIER.test(value) ? value.replaceAll('_', ' ') : value;
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, part]) => formatCell(name, part))
    .join(', ');
}
