export const changeKeys = {
  all: ['changes'],
  list: (...filter: readonly (string | undefined)[]) => ['changes', 'list', ...filter],
  newest: ['changes', 'newest'],
  recent: ['changes', 'recent'],
  one: (id: string | undefined) => ['changes', 'one', id],
  // The status is part of these keys, so that they are read again when the job of the change has ended.
  items: (id: string, status: string) => ['changes', 'items', id, status],
  preview: (id: string, includeChanged: boolean) => ['changes', 'preview', id, includeChanged],
  conflicts: (id: string, status: string) => ['changes', 'conflicts', id, status],
};
