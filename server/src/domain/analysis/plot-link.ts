import { createHmac, timingSafeEqual } from 'node:crypto';

/** A plot that anyone with the link may see until it expires. */
export interface LinkedPlot {
  analysis: string;
  /** Name and format: `overview.svg`. */
  plot: string;
  theme: string;
  /** Seconds since 1970. */
  expires: number;
}

/** HMAC-SHA-256 over everything that a link grants, as 43 characters that need no escaping. */
export function signPlotLink(key: Buffer, { analysis, plot, theme, expires }: LinkedPlot): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([analysis, plot, theme, expires]))
    .digest('base64url');
}

/** Compares in constant time, so that a signature cannot be guessed byte by byte. */
export function isSignatureOf(signature: string, key: Buffer, link: LinkedPlot): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(signPlotLink(key, link))];
  return given.length === right.length && timingSafeEqual(given, right);
}
