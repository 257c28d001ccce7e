import { ApiError, ConnectionError, TimeoutError } from '../../client/src/index.ts';
import { colour, harmless } from './terminal.ts';

/** The exit codes, which let scripts distinguish outcomes. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  partly: 3,
  notAllowed: 4,
  notFound: 5,
  conflict: 6,
  rateLimited: 7,
  timedOut: 8,
  canceled: 130,
} as const;

/** Ends the command with its own message. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: number;
  readonly fix: string | undefined;

  constructor(message: string, exitCode: number = EXIT.failure, fix?: string) {
    super(message);
    this.exitCode = exitCode;
    this.fix = fix;
  }
}

/** This is printed before the cancellation, because that needs a request. */
export const CANCELING = 'Canceling. Press ^C again to exit immediately.';

const BY_STATUS: Readonly<Record<number, number>> = {
  400: EXIT.usage,
  401: EXIT.notAllowed,
  403: EXIT.notAllowed,
  404: EXIT.notFound,
  409: EXIT.conflict,
  410: EXIT.notFound,
  412: EXIT.conflict,
  422: EXIT.usage,
  429: EXIT.rateLimited,
};

/** Formats an error with its fix, and returns the exit code. */
export function explain(error: unknown): { exitCode: number; lines: string[] } {
  if (error instanceof CommandError) return failure(error.message, error.fix, error.exitCode);
  if (error instanceof ApiError) {
    const details = error.errors.map(({ detail, pointer }) => harmless(`  ${pointer ?? ''} ${detail}`));
    const { exitCode, lines } = failure(error.message, fixOf(error), BY_STATUS[error.status] ?? EXIT.failure);
    const id = error.requestId === null ? [] : [harmless(`Request id: ${error.requestId}`)];
    return { exitCode, lines: [...lines, ...(details.length > 1 ? details : []), ...id] };
  }
  if (error instanceof ConnectionError) {
    if (error instanceof TimeoutError) return failure(error.message, 'Allow more time with --timeout.', EXIT.timedOut);
    return failure(error.message, 'Start one with `quaestor start`, or name another with --url.', EXIT.failure);
  }
  return failure(error instanceof Error ? error.message : String(error), undefined, EXIT.failure);
}

function failure(message: string, fix: string | undefined, exitCode: number) {
  const what = `${colour('red', 'Error:')} ${harmless(message)}`;
  return { exitCode, lines: [what, ...(fix === undefined ? [] : [harmless(fix)])] };
}

function fixOf({ status, code, retryAfter }: ApiError): string | undefined {
  if (status === 401) return 'Log in with `quaestor login`, or set QUAESTOR_TOKEN.';
  if (status === 403) return 'Your token lacks a scope. `quaestor whoami` shows its scopes.';
  if (status === 429 && retryAfter !== null) return `Try again in ${Math.ceil(retryAfter)} s.`;
  return code === '' ? undefined : `More about it: quaestor api GET /problems/${code}`;
}
