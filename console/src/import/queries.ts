export const importKeys = {
  all: ['imports'],
  list: ['imports', 'list'],
  newest: ['imports', 'newest'],
  one: (id: string) => ['imports', 'one', id],
  reports: (id: string) => ['imports', 'reports', id],
};

/** The check before an import, which is not in the list of imports. */
export const checkKeys = {
  of: (source: number | undefined, settings: object, edits: object) => ['import-check', source, settings, edits],
  progress: ['import-check-progress'],
};
