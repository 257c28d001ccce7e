import type { quaestor } from '../../api/client.ts';
import type { ListFilter } from '../filter.ts';

export type Exported = ListFilter | { ids: string[] };

/** The format, and how it is written. */
export interface ExportOptions {
  format: NonNullable<Parameters<typeof quaestor.questions.exportReport>[0]['format']>;
  with_key?: boolean;
  excel_safe?: boolean;
  title?: string;
  points?: number;
  versions?: number;
}

export function addressOf(exported: Exported, options: ExportOptions): string {
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]));
  for (const [name, value] of Object.entries(exported)) {
    if (name === 'ids') query.set(name, (value as string[]).join(','));
    else for (const one of [value].flat()) query.append(name, String(one));
  }
  return `/questions/export?${query.toString()}`;
}
