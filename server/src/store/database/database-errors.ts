import { AppError, type ErrorCode } from '../../errors.ts';

/** Maps SQLSTATEs to error codes; classes (two characters) come after exact states. */
const BY_STATE: Readonly<Record<string, ErrorCode>> = {
  '57014': 'timeout', // statement_timeout
  '55P03': 'timeout', // lock_timeout
  '25P04': 'timeout', // transaction_timeout
  '57P01': 'service_unavailable', // shut down
  '57P02': 'service_unavailable', // crashed
  '57P03': 'service_unavailable', // starting up
  '57P05': 'service_unavailable', // idle session ended
  '25006': 'service_unavailable', // read-only: no longer the primary
  '53300': 'service_unavailable', // too many connections
  '40001': 'service_unavailable', // serialisation failure
  '40P01': 'service_unavailable', // deadlock
  '25P03': 'service_unavailable', // idle transaction ended
  '55000': 'service_unavailable', // the database accepts no connections
  '42501': 'service_unavailable', // the role may not connect
  '3D000': 'service_unavailable', // the database does not exist, for example while it is restored
};
const BY_CLASS: Readonly<Record<string, ErrorCode>> = {
  '08': 'service_unavailable', // connection failed
  '28': 'service_unavailable', // unknown role or wrong password
  '53': 'service_unavailable', // out of memory, disk or connections
};
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOENT',
]);
// The driver has no error codes for a connection that was lost, does not respond, or could not be opened in time.
const DRIVER_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|^Query read timeout$|Client has encountered a connection error|not queryable|Connection ended|^Cannot use a pool after calling end/u;

/** The error that a caller gets for a failure of the database, or undefined if it is a defect of ours. */
export function translateDatabaseError(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  const state = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (state === '23505' && 'constraint' in error && error.constraint === 'people_email')
    return new AppError('email_taken');
  if (state === '23505' && 'constraint' in error && error.constraint === 'questions_external_id_key') {
    return externalIdTaken(error);
  }
  if (state === '23505' && 'constraint' in error && error.constraint === 'assignments_open') {
    return new AppError('already_assigned', { cause: error });
  }
  if (state === '23503' && 'constraint' in error && error.constraint === 'questions_category_open') {
    return categoryClosed(error);
  }
  const code =
    BY_STATE[state] ??
    BY_CLASS[state.length === 5 ? state.slice(0, 2) : ''] ??
    (SOCKET_CODES.has(state) || DRIVER_MESSAGES.test(error.message) ? 'service_unavailable' : undefined);
  if (code === undefined) return undefined;
  return new AppError(code, { cause: error, headers: { 'retry-after': '1' } });
}

/** True if a statement reached its time limit. */
export function isStatementTimeout(error: unknown): boolean {
  return translateDatabaseError(error)?.code === 'timeout';
}

/** A value that PostgreSQL cannot read as its type, or that is out of range (class 22). */
export function isDataException(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^22[\dA-Z]{3}$/u.test(String(error.code));
}

/** True if PostgreSQL rejected the data: nothing was stored, and other data may be accepted. */
export function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/u.test(String(error.code));
}

function externalIdTaken(error: Error): AppError {
  // Only the value is taken from PostgreSQL's message: `Key (external_id)=(value) already exists.`
  const detail = 'detail' in error ? String(error.detail) : '';
  const value = /^[^=]*=\((.*)\) already exists/su.exec(detail)?.[1];
  return new AppError('external_id_taken', {
    cause: error,
    detail:
      value === undefined
        ? 'The external_id belongs to another question.'
        : `The external_id "${value}" belongs to another question.`,
  });
}

/** The trigger gives the name as the detail. */
function categoryClosed(error: Error): AppError {
  const name = 'detail' in error ? String(error.detail) : '';
  return new AppError('category_closed', { cause: error, detail: `The category "${name}" accepts no more questions.` });
}

/** The SQLSTATE of an error that PostgreSQL raised. */
export function databaseErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && /^[\dA-Z]{5}$/u.test(String(error.code))
    ? String(error.code)
    : undefined;
}
