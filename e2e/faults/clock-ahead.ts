/** Is loaded before a program (`node --import`) to set its clock this many days ahead. */
const AHEAD_MS = Number(process.env['CLOCK_AHEAD_DAYS'] ?? 0) * 24 * 60 * 60 * 1000;

const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RealDate.now() + AHEAD_MS);
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() + AHEAD_MS;
  }
} as DateConstructor;
