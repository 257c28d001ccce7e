import { ApiError, type Quaestor } from '../../client/src/index.ts';

const MAX_VIOLATIONS = 10;
const MAX_LENGTH = 4000;
/** Matches the secrets of the service, so that one in an argument is not repeated. */
const SECRET = /q(?:st|at|cs|ss|sl)_[0-9A-Za-z]{36}/gu;

/** Describes an error with its code, cause, fix and request id. */
export async function explain(error: unknown, quaestor: Quaestor): Promise<string> {
  const text =
    error instanceof ApiError
      ? await explainReply(error, quaestor)
      : `The call failed: ${error instanceof Error ? error.message : String(error)}`;
  return text.replaceAll(SECRET, '***').slice(0, MAX_LENGTH);
}

async function explainReply(error: ApiError, quaestor: Quaestor): Promise<string> {
  const { status, code, message, errors, retryAfter, requestId } = error;
  const problem =
    code === '' ? undefined : await quaestor.system.problem(code, { maxRetries: 0 }).catch(() => undefined);
  const details = errors.map(({ pointer, parameter, detail }) => `- ${pointer ?? parameter ?? ''} ${detail}`);
  return [
    `Error ${status} ${code}: ${message}`,
    ...(details.length > 1 ? details.slice(0, MAX_VIOLATIONS) : []),
    ...(details.length > MAX_VIOLATIONS ? [`- and ${details.length - MAX_VIOLATIONS} more`] : []),
    ...(problem === undefined ? [] : [`Cause: ${problem.cause}`, `Fix: ${problem.fix}`]),
    ...(retryAfter === null ? [] : [`Try again in ${Math.ceil(retryAfter)} s.`]),
    ...(requestId === null ? [] : [`Request id: ${requestId}`]),
  ].join('\n');
}
