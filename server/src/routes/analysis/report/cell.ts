import type { WriteSentence } from '../../../domain/sentences/write.ts';
import { firstOf } from '../items/csv.ts';

const IDENTIFIER = /^[a-z]+(?:_[a-z]+)*$/u;
const LEVEL_MEMBERS = ['declared', 'suggested', 'difficulty'];
/** The terms that rows name by their identifiers. */
const TERMS = ['flaw_title', 'relation', 'direction', 'field', 'state'];

/** The text in a cell of a short table: the name of a level, the rules of flags, the values of keys. */
export function formatCell(write: WriteSentence, member: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') {
    const level = LEVEL_MEMBERS.includes(member) ? write(`terms.level.${value}`) : undefined;
    return level ?? write(`report.${Number.isInteger(value) ? 'number' : 'decimal'}`, { it: value }) ?? String(value);
  }
  if (Array.isArray(value)) return value.map((one) => formatCell(write, '', firstOf(one))).join(', ');
  if (typeof value === 'string') return IDENTIFIER.test(value) ? nameOf(write, value) : value;
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, part]) => formatCell(write, name, part))
    .join(', ');
}

function nameOf(write: WriteSentence, identifier: string): string {
  const named = TERMS.map((group) => write(`terms.${group}.${identifier}`)).find((name) => name !== undefined);
  return named ?? identifier.replaceAll('_', ' ');
}
