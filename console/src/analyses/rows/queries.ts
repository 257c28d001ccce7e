/** Dismissals and assignments of rows, by type of analysis. */
export const dismissalKeys = {
  all: ['dismissals'],
  of: (type: string) => ['dismissals', type],
};

export const assignmentKeys = {
  all: ['assignments'],
  of: (type: string) => ['assignments', type],
  ofQuestion: (id: string) => ['assignments', 'question', id],
};
