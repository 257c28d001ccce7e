import { queryOptions } from '@tanstack/react-query';
import { quaestor } from '../api/client.ts';

export const questionKeys = {
  all: ['questions'],
  lists: ['questions', 'list'],
  list: (query: object, offset: number) => ['questions', 'list', query, offset],
  palette: (q: string) => ['questions', 'palette', q],
  similar: (q: string | undefined) => ['questions', 'similar', q],
  exportReport: (query: object) => ['questions', 'export-report', query],
  named: (ids: readonly string[]) => ['questions', 'named', ids],
  current: (ids: readonly string[]) => ['questions', 'current', ids],
  count: (query: object | undefined) => ['questions', 'count', query],
  /** Everything that counts questions, without the lists themselves. */
  counts: ['questions', 'counts'],
  total: ['questions', 'counts', 'total'],
  assigned: ['questions', 'counts', 'assigned'],
  facets: (of: 'all' | 'ready') => ['questions', 'counts', 'facets', of],
  hidden: (query: object) => ['questions', 'counts', 'hidden', query],
  left: (analysisId: string, rows: object | null) => ['questions', 'counts', 'left', analysisId, rows],
  trash: (filter: object) => ['questions', 'trash', filter],
  deleted: (id: string) => ['questions', 'deleted', id],
  text: (id: string) => ['questions', 'text', id],
  versions: (id: string) => ['questions', 'versions', id],
  lastAuthor: (id: string) => ['questions', 'last-author', id],
  comments: (id: string) => ['questions', 'comments', id],
  flaws: (id: string) => ['questions', 'flaws', id],
  languages: ['questions', 'languages'],
};

export const topicKeys = {
  all: ['topics'],
  of: (category: string | undefined) => ['topics', category],
};

export const questionQuery = (id: string) =>
  queryOptions({
    queryKey: ['questions', 'one', id],
    queryFn: ({ signal }) => quaestor.questions.get(id, { signal }),
  });
