import type { Step } from './openapi-story.ts';

const exampleId = (end: string) => `019d8a33-a6f0-7000-8000-0000000000${end}`;
export const VIEW = exampleId('a1');
const [COMMENT, ASSIGNMENT] = [exampleId('a2'), exampleId('a3')];

/** Views, comments on a question and assignments; one view is kept. */
export const teamSteps = (question: string): Step[] => [
  { operation: 'createView', status: 201 },
  { operation: 'getView', params: { id: VIEW }, status: 200 },
  { operation: 'listViews', status: 200 },
  { operation: 'updateView', params: { id: VIEW }, status: 200 },
  { operation: 'deleteView', params: { id: VIEW }, status: 200, varies: true },
  { operation: 'createView', status: 201 },
  { operation: 'createComment', params: { id: question }, status: 201 },
  { operation: 'listComments', params: { id: question }, status: 200 },
  { operation: 'listAllComments', status: 200 },
  { operation: 'getComment', params: { id: question, comment_id: COMMENT }, status: 200 },
  { operation: 'updateComment', params: { id: question, comment_id: COMMENT }, status: 200 },
  { operation: 'deleteComment', params: { id: question, comment_id: COMMENT }, status: 200, varies: true },
  { operation: 'createAssignment', status: 201 },
  { operation: 'createAssignment', status: 200 },
  { operation: 'listAssignments', status: 200 },
  { operation: 'assignInBulk', status: 200 },
  { operation: 'getAssignment', params: { id: ASSIGNMENT }, status: 200 },
  { operation: 'updateAssignment', params: { id: ASSIGNMENT }, status: 200 },
  { operation: 'deleteAssignment', params: { id: ASSIGNMENT }, status: 200, varies: true },
];
