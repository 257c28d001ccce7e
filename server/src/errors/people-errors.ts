/** The part of the error catalogue that is about people and their sessions; see errors.ts. */
export const peopleErrors = {
  ambiguous_credentials: {
    status: 400,
    title: 'The request has two credentials',
    cause: 'The request has an Authorization header and the cookie of a session. It is not clear who is calling.',
    fix: 'Send one of the two. In a browser, sign out before you try a token.',
  },
  session_ended: {
    status: 401,
    title: 'The session has ended',
    cause: 'The session was not used for too long, is too old or was ended; the response does not say which.',
    fix: 'Sign in again. An administrator can create a new link: POST /people/{id}/sign-in-link.',
  },
  sign_in_failed: {
    status: 401,
    title: 'The sign-in failed',
    cause: 'The link was used, has expired or was replaced by a newer one; the response does not say which.',
    fix: 'Ask an administrator for a new link: POST /people/{id}/sign-in-link. The operator creates one with the program `admin-link`.',
  },
  session_required: {
    status: 403,
    title: 'Only for people who are signed in',
    cause: 'The operation is about the session or the account of a person, and a token has neither.',
    fix: 'Sign in with POST /session and send its cookie instead of a token.',
  },
  cross_origin_write: {
    status: 403,
    title: 'The request comes from another page',
    cause:
      'A write with a session cookie must come from a page of this service: neither `Sec-Fetch-Site: same-origin` nor its own `Origin` confirms that.',
    fix: 'Programs use a token, or send `Origin` with the origin of the service. Behind a proxy the operator sets PUBLIC_URL.',
  },
  reauthentication_required: {
    status: 403,
    title: 'Sign in again first',
    cause:
      'People, API keys and OAuth clients can only be changed shortly after signing in, by default within 15 minutes.',
    fix: 'Sign in again and repeat the request. `reauthenticate_after` of GET /session says how long it is not needed.',
  },
  person_not_found: {
    status: 404,
    title: 'No such person',
    cause: 'No person has this id, or the person was removed.',
    fix: 'GET /people lists the people.',
  },
  session_not_found: {
    status: 404,
    title: 'No such session',
    cause: 'The person has no session with this id, or it has ended.',
    fix: 'No action is needed if it has ended. GET /sessions lists your sessions.',
  },
  email_taken: {
    status: 409,
    title: 'Another person has this e-mail address',
    cause: 'Each person who was not removed has a unique address; case does not matter.',
    fix: 'Change the person who has it, or leave `email` out.',
  },
  last_administrator: {
    status: 409,
    title: 'The last administrator must stay',
    cause: 'Nobody else has the administrator role, so nobody could restore it.',
    fix: 'Make somebody else an administrator first.',
  },
} as const;
