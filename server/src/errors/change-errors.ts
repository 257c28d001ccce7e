/** The part of the error catalogue that is about change sets; see errors.ts. */
export const changeErrors = {
  change_not_found: {
    status: 404,
    title: 'No such change',
    cause: 'No change has this id, or nothing that it changed is in the history any more.',
    fix: 'GET /changes lists changes; the response to every write names its own in the header Change-Id.',
  },
  change_unfinished: {
    status: 409,
    title: 'The change has not ended',
    cause: 'A job is still writing this change, or is already reverting it.',
    fix: 'Wait until `status` of GET /changes/{id} is another one, and try again.',
  },
  change_not_cancelable: {
    status: 409,
    title: 'The change cannot be canceled',
    cause: 'The change has ended, or it is an import or a merge of categories, which are canceled by themselves.',
    fix: 'The detail says which. What a change has done can be taken back: POST /changes/{id}/revert.',
  },
} as const;
