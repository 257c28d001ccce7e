import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

interface WrkRun {
  url: string;
  connections: number;
  seconds: number;
  headers?: Readonly<Record<string, string>>;
  /** The name of a script in `lua/` that generates the requests. */
  script?: string;
  args?: readonly string[];
}

interface WrkResult {
  perSecond: number;
  requests: number;
  failed: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * A busy machine may need more than a second for one array of 1,000. If no reply arrives within this time, it counts as
 * an error.
 */
const MAX_SECONDS_WITHOUT_REPLY = 16;

/** Runs wrk on loopback with one thread, to leave the other processor to the service and PostgreSQL. */
export async function wrk(run: WrkRun): Promise<WrkResult> {
  const { url, connections, seconds, headers = {}, script, args = [] } = run;
  const lua = script === undefined ? [] : ['-s', `${import.meta.dirname}/lua/${script}.lua`];
  const load = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--latency'];
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const command = [...load, ...given, ...lua, url, '--', ...args];
  const { stdout } = await execute('wrk', command);
  const read = (pattern: RegExp) => pattern.exec(stdout)?.[1];
  const requests = Number(read(/(\d+) requests in/u) ?? 0);
  if (requests === 0 && seconds < MAX_SECONDS_WITHOUT_REPLY) return wrk({ ...run, seconds: seconds * 2 });
  if (requests === 0) throw new Error(`unexpected output of wrk: ${stdout}`);
  const socketErrors =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/u.exec(stdout)?.slice(1) ?? [];
  return {
    perSecond: Number(read(/Requests\/sec:\s+([\d.]+)/u)),
    requests,
    failed:
      Number(read(/Non-2xx or 3xx responses: (\d+)/u) ?? 0) +
      socketErrors.reduce((total, count) => total + Number(count), 0),
    p50Ms: toMs(read(/^\s+50%\s+(\S+)/mu)),
    p99Ms: toMs(read(/^\s+99%\s+(\S+)/mu)),
  };
}

function toMs(text: string | undefined): number {
  const [, number, unit] = /^([\d.]+)(us|ms|s)$/u.exec(text ?? '') ?? [];
  return Number(number) * (unit === 'us' ? 0.001 : unit === 's' ? 1000 : 1);
}
