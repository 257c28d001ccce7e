import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { type Page, PreconditionFailedError } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { showOutcome } from '../../changes/outcome.ts';
import { rememberChange } from '../../changes/own-changes.ts';
import { questionKeys } from '../queries.ts';
import type { Row } from '../use-questions.ts';
import type { CellField } from './cells.ts';

export type CellValue = string | number | null;

/**
 * Saves one field at once, without reloading the list, because a reload would move the changed row to the top, out of
 * sight.
 */
export function useCellSave(row: Row, field: CellField) {
  const client = useQueryClient();
  const save = async (value: CellValue, onEnd: (saved: boolean) => void) => {
    try {
      const patched = quaestor.questions.patch(
        row.id,
        { [field]: value },
        row.version === undefined ? {} : { ifVersion: row.version },
      );
      const { data, response } = await patched.withResponse();
      rememberChange(response.headers.get('change-id'));
      client.setQueriesData<InfiniteData<Page<Row>>>({ queryKey: questionKeys.lists }, (list) =>
        list === undefined
          ? list
          : {
              ...list,
              pages: list.pages.map((page) => ({
                ...page,
                data: page.data.map((one) => (one.id === row.id ? { ...one, ...data } : one)),
              })),
            },
      );
      onEnd(true);
      await client.invalidateQueries({ queryKey: questionKeys.versions(row.id) });
    } catch (error) {
      onEnd(false);
      showOutcome(error instanceof PreconditionFailedError ? { kind: 'moved', id: row.id } : { kind: 'failed', error });
      await client.invalidateQueries({ queryKey: questionKeys.lists });
    }
  };
  return (value: CellValue, onEnd: (saved: boolean) => void) => void save(value, onEnd);
}
