import type { LoggerOptions } from 'pino';

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

const WINDOW_MS = 20_000;
/** The maximum number of kinds of lines counted at once; lines of other kinds are logged as they are. */
const MAX_KINDS = 100;
const WARN = 40;

/**
 * Logs a warning or an error once and counts it while it repeats, with one line every 20 seconds: a database that was
 * unavailable for 20 seconds used to cause 515 lines. Lines about requests stay, because each is about another request.
 */
export function foldRepeats(): LogMethod {
  const repeats = new Map<string, number>();
  return function logOnce(args, method, level) {
    const key = level < WARN ? undefined : kindOf(args);
    const count = key === undefined ? undefined : repeats.get(key);
    if (key !== undefined && count !== undefined) {
      repeats.set(key, count + 1);
      return;
    }
    method.apply(this, args);
    if (key === undefined || repeats.size >= MAX_KINDS) return;
    const report = () => {
      const times = repeats.get(key) ?? 0;
      repeats.delete(key);
      if (times === 0) return;
      const [fields, message] = args as unknown as [object, string];
      method.call(this, { ...fields, times, seconds: WINDOW_MS / 1000 }, message);
      watch();
    };
    const watch = () => {
      repeats.set(key, 0);
      setTimeout(report, WINDOW_MS).unref();
    };
    watch();
  };
}

/** The key under which two lines count as the same; undefined for a line without fields or about a request. */
function kindOf([fields, message]: readonly unknown[]): string | undefined {
  if (typeof fields !== 'object' || fields === null || 'request_id' in fields) return undefined;
  const { err, ...others } = fields as { err?: Error };
  return JSON.stringify([message, err?.message, others]).slice(0, 1000);
}
