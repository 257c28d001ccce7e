/** The part of the error catalogue that is about analyses; see errors.ts. */
export const analysisErrors = {
  analysis_not_found: {
    status: 404,
    title: 'No such analysis',
    cause: 'No analysis has this id, or it has expired: analyses are kept for 30 days unless configured otherwise.',
    fix: 'Check the id; GET /analysis lists the analyses. Run the analysis again if it has expired.',
  },
  dismissal_not_found: {
    status: 404,
    title: 'No such dismissal',
    cause: 'No dismissal has this id, it was withdrawn, or its question has changed since.',
    fix: 'GET /dismissals lists the dismissals. A repeated dismissal gets a new id.',
  },
  not_dismissible: {
    status: 422,
    title: 'No such row to dismiss',
    cause: 'The rows of this analysis are not about questions, or none is about this one.',
    fix: 'The detail says what to do instead. GET /analysis/{id}/items shows the rows of an analysis.',
  },
  plot_not_found: {
    status: 404,
    title: 'No such plot',
    cause: 'The analysis has not succeeded, or its result has no plot of this name.',
    fix: 'See `result.plots` of the analysis: `id` names each plot. URLs end in .svg or .png.',
  },
  analysis_unfinished: {
    status: 409,
    title: 'The analysis has no result',
    cause: 'It is waiting or running, it failed or it was canceled.',
    fix: 'Wait until it has succeeded: GET /analysis/{id} with `Prefer: wait=30`.',
  },
  analysis_finished: {
    status: 409,
    title: 'The analysis has ended',
    cause: 'Only an analysis that is queued or running can be canceled.',
    fix: 'No action is needed. DELETE /analysis/{id} removes an analysis and its result.',
  },
  queue_full: {
    status: 429,
    title: 'The queue of analyses is full',
    cause: 'The service has reached its limit of queued and running analyses, for all principals together.',
    fix: 'Send the request again after `Retry-After` seconds.',
  },
} as const;
