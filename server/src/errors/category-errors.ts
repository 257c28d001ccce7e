/** The part of the error catalogue that is about categories; see errors.ts. */
export const categoryErrors = {
  category_not_found: {
    status: 404,
    title: 'No such category',
    cause: 'No category has this name, or it was deleted.',
    fix: 'GET /categories lists the categories. Case does not matter.',
  },
  merge_not_found: {
    status: 404,
    title: 'No such merge',
    cause: 'No merge of categories has this id, or it ended more than 60 days ago.',
    fix: 'Check the id: the response to PATCH or DELETE /categories/{name} names it.',
  },
  category_exists: {
    status: 409,
    title: 'The category already exists',
    cause: 'Another category already has this name; case does not matter.',
    fix: 'Choose another name. To merge two categories, send DELETE /categories/{name}?merge_into=….',
  },
  category_in_use: {
    status: 409,
    title: 'The category has questions',
    cause: 'A category with questions can only be deleted by merging it into another one.',
    fix: 'Send DELETE /categories/{name}?merge_into=… with the category to move them to.',
  },
  category_closed: {
    status: 409,
    title: 'The category accepts no more questions',
    cause: 'The category is being merged into another one, or was deleted a moment ago.',
    fix: 'Use the category that it is merged into; GET /categories names it.',
  },
  category_merging: {
    status: 409,
    title: 'The category is part of a merge',
    cause: 'The category is being merged, or another one is being merged into it.',
    fix: 'Wait until the merge has ended, or cancel it.',
  },
  merge_finished: {
    status: 409,
    title: 'The merge has ended',
    cause: 'Only a merge that is queued or running can be canceled.',
    fix: 'No action is needed.',
  },
} as const;
