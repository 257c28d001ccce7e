import type { FastifyRequest } from 'fastify';
import type { Item, TextRow } from '../../../analysis/analysis-type.ts';
import { findAnalysisType } from '../../../analysis/index.ts';
import type { Deps } from '../../../deps.ts';
import type { RowSelection } from '../../../domain/analysis/row-selection.ts';
import { pageTooLarge } from '../../../domain/http/page-budget.ts';
import { readStoredQuestion } from '../../../domain/questions/question.ts';
import { mapInSlices } from '../../../limits/slices.ts';
import type { Analysis } from '../../../store/analysis/analyses.ts';
import { type ItemRow, listItems } from '../../../store/analysis/items.ts';
import { listSelectedItems } from '../../../store/analysis/selected-items.ts';
import type { Executor } from '../../../store/database/database.ts';
import { listVersionBodies } from '../../../store/questions/bodies.ts';
import type { Listed } from '../../shared/keyset-list.ts';
import { rejectTooMany } from './selection.ts';

interface Page {
  limit: number;
  offset: number;
  after: string | undefined;
}

interface RenderedRow {
  ordinal: number;
  fitting: number | null;
  text: string;
  /** The questions that the row is about. */
  about: readonly string[];
}

/** The rows of a page, each rendered by `render`. */
export async function listRows(
  deps: Deps,
  request: FastifyRequest,
  run: Analysis,
  selection: RowSelection | null,
  page: Page,
  render: (row: object) => string = JSON.stringify,
): Promise<Listed<RenderedRow>> {
  if (run.status !== 'succeeded') return { rows: [], total: { total: 0 } };
  const read = async (db: Executor) => {
    const listed = await (selection === null ? listAll(db, run, page) : listSelected(db, run, selection, page));
    return { ...listed, present: await presenter(db, run, listed.rows, page.limit - 1) };
  };
  const { rows: found, total, continuesAfter, present } = await request.scan(read, deps.db.reads);
  // Comparing two long texts takes a millisecond: a thousand rows would block other requests.
  const rows = await mapInSlices(found, ({ ordinal, question, fitting, ...item }) => ({
    ordinal,
    fitting,
    text: render(present(item, question === null ? null : readStoredQuestion(question))),
    about: questionsOf(run, item),
  }));
  return { rows, total, continuesAfter };
}

async function listAll(db: Executor, { items_id }: Analysis, { limit, offset, after }: Page): Promise<Listed<ItemRow>> {
  const from = after === undefined ? offset : Number(after) + 1;
  const { rows, total } = await listItems(db, items_id, { limit, offset: from });
  return { rows, total: { total } };
}

async function listSelected(
  db: Executor,
  { items_id }: Analysis,
  selection: RowSelection,
  { limit, offset, after }: Page,
): Promise<Listed<ItemRow>> {
  await rejectTooMany(db, items_id, selection, offset);
  const from = after === undefined ? (selection.order === null ? 0 : offset) : Number(after) + 1;
  const { rows, counted, all, continuesAfter } = await listSelectedItems(db, items_id, selection, {
    limit,
    from,
    skipped: after === undefined ? offset : 0,
  });
  return {
    rows,
    total: all ? { total: counted } : { total: null, total_at_least: counted },
    continuesAfter: continuesAfter === null ? undefined : String(continuesAfter),
  };
}

function questionsOf({ analysis_type }: Analysis, item: Item): string[] {
  const type = findAnalysisType(analysis_type);
  const mentioned = 'gather' in type ? (type.mentions?.(item) ?? []) : [];
  return [item.question_id, ...mentioned.map(({ id }) => id)].filter((id) => id !== null);
}

type Presenter = (item: Item, question: TextRow | null) => object;

/** How to render rows. Other questions that they mention are read at once, with a separate budget. */
export async function presenter(db: Executor, run: Analysis, rows: readonly Item[], shown: number): Promise<Presenter> {
  const type = findAnalysisType(run.analysis_type);
  if (!('gather' in type)) return (item, question) => type.presentItem?.(item, question, run.parameters) ?? {};
  const mentions = (item: Item) => type.mentions?.(item) ?? [];
  const wanted = rows.flatMap((item, index) => mentions(item).map((mentioned) => ({ ...mentioned, index })));
  const kept = wanted.filter(({ index }) => index < shown).length;
  const { bodies, fitting } = await listVersionBodies(db, wanted, kept);
  if (fitting !== undefined) throw pageTooLarge(Math.max(1, wanted[fitting]?.index ?? 1));
  return (item, question) => {
    const mentioned = mentions(item).map(({ id, version }) => {
      const body = bodies.get(`${id}/${version}`);
      return body === undefined ? null : readStoredQuestion(body);
    });
    return type.presentItem?.(item, question, run.parameters, mentioned) ?? {};
  };
}
