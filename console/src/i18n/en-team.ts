/** Texts of assignments and comments outside the question, and of mentions. */
export const enTeam = {
  comments: {
    page: 'Comments',
    which: 'Comments to show',
    open: 'Open',
    mine: 'Open, mentioning you',
    all: 'All',
    none: 'No comments here.',
    older: 'Older comments',
    ofQuestion: 'Open the comments on “{{text}}”',
  },
  home: {
    assigned: 'Assigned to you',
    assignedCount_one: '{{count, number}} question',
    assignedCount_other: '{{count, number}} questions',
    assignedAtLeast: 'More than {{count, number}} questions',
    mentions: 'Comments that mention you',
    allMentions: 'Show all of them',
    allComments: 'All open comments',
  },
  assigned: {
    title: 'Assigned to',
    who: '{{what}}: {{who}}',
    done: 'Done',
    doneOf: 'Done: {{what}}, {{who}}',
  },
  bulk: {
    assign: 'Assign',
    done_one: '{{count, number}} was assigned to {{name}}.',
    done_other: '{{count, number}} were assigned to {{name}}.',
    already_one: '{{count, number}} was already.',
    already_other: '{{count, number}} were already.',
    others_one: '{{count, number}} stays with somebody else.',
    others_other: '{{count, number}} stay with others.',
    tooMany: 'At most {{max, number}} can be assigned at a time.',
    failed: 'Nothing was assigned. Try again.',
  },
};
