/** The part of the error catalogue that is about datasets; see errors.ts. */
export const datasetErrors = {
  dataset_not_found: {
    status: 404,
    title: 'No such dataset',
    cause:
      'No dataset has this id, or it was deleted. Only its creator, and callers with `questions:delete`, can delete a dataset.',
    fix: 'GET /datasets lists the datasets.',
  },
} as const;
