import { constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** About 4,000 log lines. */
const MAX_WAITING_BYTES = 2 ** 20;
const CHECK_EVERY_MS = 10;

interface Output {
  write(text: string): void;
  /** Resolves when everything is written, or after this long. */
  written(withinMs: number): Promise<void>;
}

/**
 * Standard output or standard error of a service. Node writes to pipes synchronously, so a reader that stops reading
 * would block the whole process, even its exit. Here a text that cannot be written at once waits in memory, or is
 * dropped if there is no room; `onDropped` receives the number of dropped lines as soon as the reader continues.
 */
export function openOutput(fd: 1 | 2, onDropped: (count: number) => void = () => {}): Output {
  const kind = fstatSync(fd);
  const isPipe = kind.isFIFO() || kind.isSocket();
  return isPipe
    ? new PipeOutput(new Socket({ fd: reopen(fd, kind.isFIFO()), readable: false }), onDropped)
    : direct(fd);
}

/** A file or a terminal accepts every text at once. */
function direct(fd: 1 | 2): Output {
  const stream = fd === 1 ? process.stdout : process.stderr;
  return { write: (text) => void stream.write(text), written: async () => {} };
}

/** Reopens the pipe where possible, because all programs with this end of the pipe share its non-blocking mode. */
function reopen(fd: number, isFifo: boolean): number {
  try {
    return isFifo ? openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK) : fd;
  } catch {
    return fd; // macOS has no /proc
  }
}

class PipeOutput implements Output {
  readonly #socket: Socket;
  readonly #onDropped: (count: number) => void;
  #dropped = 0;
  #broken = false;

  constructor(socket: Socket, onDropped: (count: number) => void) {
    this.#socket = socket.unref();
    this.#onDropped = onDropped;
    socket.on('error', () => {
      this.#broken = true; // the reader is gone; a service does not end with its log
    });
    socket.on('drain', () => this.#reportDropped());
  }

  write(text: string): void {
    if (this.#broken || this.#socket.writableLength + text.length > MAX_WAITING_BYTES) this.#dropped += 1;
    else this.#socket.write(text);
  }

  async written(withinMs: number): Promise<void> {
    const endAt = performance.now() + withinMs;
    while (this.#socket.writableLength > 0 && !this.#broken && performance.now() < endAt) await wait(CHECK_EVERY_MS);
  }

  #reportDropped(): void {
    const count = this.#dropped;
    this.#dropped = 0;
    if (count > 0) this.#onDropped(count);
  }
}
