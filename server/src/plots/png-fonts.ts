import { createRequire } from 'node:module';
import sharp from 'sharp';

const require = createRequire(import.meta.url);
const FONTS = ['400Regular/Arimo_400Regular.ttf', '700Bold/Arimo_700Bold.ttf'];

let loaded: Promise<void> | undefined;

/**
 * Registers the bundled font with the renderer, once per process (15 ms). A bare container has no fonts, and every
 * letter would be an empty box. The only call that adds a font file to the running fontconfig is the one for a text
 * image; it needs no configuration file and no environment variable, and keeps the fonts of the machine.
 */
export function loadFonts(): Promise<void> {
  loaded ??= addFonts();
  return loaded;
}

async function addFonts(): Promise<void> {
  for (const font of FONTS) {
    const fontfile = require.resolve(`@expo-google-fonts/arimo/${font}`);
    await sharp({ text: { text: 'n', font: 'Arimo', fontfile } })
      .raw()
      .toBuffer();
  }
}
