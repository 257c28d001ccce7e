/** The part of the error catalogue that is about change sets; see errors.ts. */
export const changeErrors = {
  change_not_found: {
    status: 404,
    title: 'No such change',
    cause: 'No change has this id, or the history no longer contains anything that it changed.',
    fix: 'GET /changes lists changes; the response to every write names its own in the header Change-Id.',
  },
  change_unfinished: {
    status: 409,
    title: 'The change has not ended',
    cause: 'A job is still writing this change, or is already reverting it.',
    fix: 'Wait until `status` of GET /changes/{id} has changed, and try again.',
  },
  change_not_cancelable: {
    status: 409,
    title: 'The change cannot be canceled',
    cause: 'The change has ended, or it is an import or a merge of categories, which have their own cancel operations.',
    fix: 'The detail says which. A change that has ended can be reverted: POST /changes/{id}/revert.',
  },
} as const;
