import sharp from 'sharp';
import { loadFonts } from './png-fonts.ts';

/** SVG uses 72 dots per inch; twice that gives two pixels for each unit. */
const DENSITY = 144;
const MAX_SECONDS = 10;

/** Renders one of our SVGs as a PNG with twice its width and height in pixels. */
export async function renderPng(svg: string): Promise<Buffer> {
  await loadFonts();
  return sharp(Buffer.from(svg), { density: DENSITY }).timeout({ seconds: MAX_SECONDS }).png().toBuffer();
}
