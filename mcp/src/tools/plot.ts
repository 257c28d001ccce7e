import type { Call } from '../tool.ts';

const MAX_BYTES = 1024 * 1024;

/** The image in Base64. */
export async function readPlot({ quaestor, options }: Call, id: string, plot: string): Promise<string> {
  const picture = await quaestor.analysis.plot(id, `${plot}.png`, {}, options);
  if (picture.length > MAX_BYTES) throw new Error(`The image has ${picture.length} bytes; the limit is ${MAX_BYTES}.`);
  return Buffer.from(picture).toString('base64');
}
