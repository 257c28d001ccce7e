/** The part of the error catalogue that is about views, comments and assignments; see errors.ts. */
export const teamErrors = {
  view_not_found: {
    status: 404,
    title: 'No such view',
    cause: 'No view has this id, or it belongs to somebody else and is not shared.',
    fix: 'GET /views lists the views that you can use.',
  },
  comment_not_found: {
    status: 404,
    title: 'No such comment',
    cause: 'The question has no comment with this id, or it was deleted.',
    fix: 'GET /questions/{id}/comments lists the comments.',
  },
  not_author: {
    status: 403,
    title: 'Not the author',
    cause: 'Only the author can change the text of a comment.',
    fix: 'Write a comment of your own. With `questions:write` you can resolve this one.',
  },
  assignment_not_found: {
    status: 404,
    title: 'No such assignment',
    cause: 'No assignment has this id, or it was deleted, or done more than 90 days ago.',
    fix: 'GET /assignments lists the assignments.',
  },
  already_assigned: {
    status: 409,
    title: 'Already assigned',
    cause: 'Somebody else has an open assignment for the same row of the same type of analysis.',
    fix: 'PATCH /assignments/{id} hands the existing assignment to another person; `detail` names it.',
  },
  not_assignable: {
    status: 422,
    title: 'Cannot be assigned',
    cause: 'The rows of this type of analysis are not about questions.',
    fix: 'Assign rows of a type that is about questions; GET /analysis/types lists the types.',
  },
} as const;
