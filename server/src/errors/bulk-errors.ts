/** The part of the error catalogue that is about bulk changes and merges of questions; see errors.ts. */
export const bulkErrors = {
  count_mismatch: {
    status: 409,
    title: 'The filter matches a different number of questions',
    cause:
      'The number of matching questions differs from `expected_count`: somebody has changed the bank, or the filter selects other questions than intended. Nothing was changed.',
    fix: 'Check which questions match now, with `dry_run` or GET /questions, and send the request again with the number in `actual_count`.',
  },
} as const;
