/** The part of the error catalogue that is about bulk changes and merges of questions; see errors.ts. */
export const bulkErrors = {
  count_mismatch: {
    status: 409,
    title: 'The filter matches another number of questions',
    cause:
      'The questions that match are not as many as `expected_count` says: somebody has changed the bank, or the filter means something else. Nothing was changed.',
    fix: 'Look at what matches now, with `dry_run` or GET /questions, and send the request again with the number in `actual_count`.',
  },
} as const;
