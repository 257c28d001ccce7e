import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Space that other programs may take between measuring and filling. */
const MARGIN_BYTES = 8 * 1024 * 1024;
const PIECE = Buffer.alloc(4096);

/** A separate file system that is small enough to fill. It needs Linux and permission to mount. */
export class SmallDisk {
  readonly path: string;
  readonly #ballast: string;

  constructor(place: string, megabytes: number) {
    this.path = place;
    this.#ballast = path.join(place, 'ballast');
    mkdirSync(place, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', place], { stdio: 'pipe' });
  }

  /** Fills the disk to the last byte, even while others write to it. */
  fill(): void {
    const { bavail, bsize } = statfsSync(this.path);
    execFileSync('fallocate', ['-l', String(Math.max(1, bavail * bsize - MARGIN_BYTES)), this.#ballast]);
    const file = openSync(this.#ballast, 'a');
    try {
      for (;;) writeSync(file, PIECE);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#ballast, { force: true });
  }

  remove(): void {
    execFileSync('umount', ['-l', this.path]);
  }
}

/** The reason why this machine cannot mount one, or undefined. */
export function whyNoSmallDisk(place: string): string | undefined {
  try {
    new SmallDisk(place, 1).remove();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error);
  }
}
