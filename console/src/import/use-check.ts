import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Import, ImportOptions } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { checkKeys } from './queries.ts';
import { fileToSend, readTable, type Settings, type Source, setWizard, type Table, type Wizard } from './wizard.ts';

/** The maximum number of errors to show and correct here. The file of rejected rows has all of them. */
export const MAX_SHOWN_REPORTS = 1000;
/** Allows time for a large file over a slow connection. The service has its own limit. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

export type Report = Awaited<ReturnType<typeof readReports>>[number];

export interface Checked {
  record: Import;
  reports: readonly Report[];
  /** Set if the rows can be corrected here. */
  table: Table | undefined;
}

function readReports(id: string, signal: AbortSignal) {
  return quaestor.imports.reports(id, { limit: MAX_SHOWN_REPORTS }, { signal }).toArray(MAX_SHOWN_REPORTS);
}

/** The query parameters of `POST /imports` for the choices. */
function optionsOf(source: Source, settings: Settings, isText: boolean): ImportOptions {
  const { format, encoding, columns, header_row, mode, on_duplicate, create_categories } = settings;
  const { defaults, category_map, difficulty_map, field_map } = settings;
  // A sheet is sent as a text with separators, which presets for games can be, too.
  const sentFormat = settings.sheet !== undefined && (format === undefined || format === 'xlsx') ? 'csv' : format;
  return {
    filename: source.name,
    mode,
    on_duplicate,
    ...(sentFormat !== undefined && { format: sentFormat }),
    ...(encoding !== undefined && !isText && { encoding }),
    ...(columns !== undefined && { columns }),
    ...(header_row !== undefined && { header_row }),
    ...(Object.keys(defaults).length > 0 && { defaults }),
    ...(Object.keys(category_map).length > 0 && { category_map }),
    ...(Object.keys(difficulty_map).length > 0 && { difficulty_map }),
    ...(Object.keys(field_map).length > 0 && { field_map }),
    ...(create_categories && { create_categories }),
  };
}

type Sent = Pick<Wizard, 'settings' | 'foundEncoding' | 'edits'> & { source: Source };

export async function sendFile(sent: Sent, options: ImportOptions = {}, signal?: AbortSignal): Promise<Import> {
  const { source, settings, edits } = sent;
  const { body, isText } = await fileToSend(source, sent, edits);
  return quaestor.imports.create(
    body,
    { ...optionsOf(source, settings, isText), ...options },
    { timeoutMs: UPLOAD_TIMEOUT_MS, ...(signal !== undefined && { signal }) },
  );
}

/** A dry run of the whole file. `mode` does not affect it, so a new mode does not repeat it. */
function checkQuery(client: QueryClient, { source, settings, checkedEdits: edits, foundEncoding }: Wizard) {
  const { mode: _mode, ...relevant } = settings;
  return queryOptions({
    queryKey: checkKeys.of(source?.id, relevant, edits),
    enabled: source !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10 * 60_000,
    queryFn: async ({ signal }): Promise<Checked> => {
      if (source === undefined) throw new Error('There is no file.');
      client.setQueryData(checkKeys.progress, null);
      const begun = await sendFile({ source, settings, edits, foundEncoding }, { dry_run: true }, signal);
      const onProgress = (one: Import) => client.setQueryData(checkKeys.progress, one);
      const record = await quaestor.imports.wait(begun, { signal, onProgress });
      const isOriginal = Object.keys(edits).length === 0;
      const found = isOriginal ? record.encoding : foundEncoding;
      if (isOriginal) setWizard({ foundEncoding: found });
      const [reports, table] = await Promise.all([
        record.counts.rejected > 0 ? readReports(record.id, signal) : [],
        record.format === 'csv' ? readTable(source, settings, found) : undefined,
      ]);
      return { record, reports, table };
    },
  });
}

export type Check = ReturnType<typeof useCheck>;

export interface StepProps {
  wizard: Wizard & { source: Source };
  check: Check;
}

/** The last check stays visible while the next one runs. */
export function useCheck(wizard: Wizard) {
  const client = useQueryClient();
  const check = useQuery({
    ...checkQuery(client, wizard),
    placeholderData: (before, query) => (query?.queryKey[1] === wizard.source?.id ? before : undefined),
  });
  const progress = useQuery<Import | null>({ queryKey: checkKeys.progress, enabled: false, queryFn: () => null });
  return { ...check, progress: progress.data ?? null };
}
