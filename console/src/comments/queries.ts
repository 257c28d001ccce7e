import { queryOptions } from '@tanstack/react-query';
import { quaestor } from '../api/client.ts';
import { ME } from '../questions/search.ts';

/** Comments on all questions. */
export const commentKeys = {
  all: ['comments'],
  list: (filter: object) => ['comments', 'list', filter],
  mentions: ['comments', 'mentions'],
  open: ['comments', 'open'],
};

const SHOWN_ON_HOME = 5;

/** The newest open comments that mention the reader. */
export const mentionsQuery = queryOptions({
  queryKey: commentKeys.mentions,
  queryFn: ({ signal }) =>
    quaestor.comments.listAll({ mentions: ME, resolved: false, limit: SHOWN_ON_HOME }, { signal }).then((page) => page),
});

/** Whether there are open comments. */
export const openCommentsQuery = queryOptions({
  queryKey: commentKeys.open,
  queryFn: ({ signal }) => quaestor.comments.listAll({ resolved: false, limit: 1 }, { signal }).then((page) => page),
});
