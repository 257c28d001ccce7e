import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** Smaller files are not worth a compressed copy. */
const COMPRESSED_FROM_BYTES = 1024;
/** The highest level takes 2 s longer and saves 4%. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * Adds a classic script to the head, with a hashed name like all other files, because modules run after the first
 * paint.
 */
function appearanceScript(): Plugin {
  const source = readFileSync(new URL('src/appearance.js', import.meta.url), 'utf8');
  const name = `assets/appearance-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
  return {
    name: 'appearance-script',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('%APPEARANCE%', `/console/${name}`),
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source });
    },
  };
}

/**
 * Compresses the files once at build time instead of in every process. It reads the written files, because other
 * plugins change them before.
 */
function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /^assets\/.*\.(?:js|css|svg)$/u.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const content = await readFile(path.join(dir, name));
          if (content.length < COMPRESSED_FROM_BYTES) return;
          await writeFile(path.join(dir, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
          await writeFile(path.join(dir, `${name}.br`), await promisify(brotliCompress)(content, BROTLI));
        }),
      );
    },
  };
}

/** The one module that Mantine exports everything from also leads to these, which only later pages use: 5 KB. */
const LATER_COMPONENTS =
  /@mantine\/core\/esm\/components\/(?:TagsInput|PillsInput|Pill|Highlight|Mark|Tabs|Accordion)\//u;

/**
 * Bundles the first page into one file, instead of one file for each set of modules that it shares with other pages.
 * The file contains the modules that `main.tsx` imports, directly or indirectly. Modules that are only imported by
 * `import()` stay in separate files.
 */
function firstPage(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  const needed = new Set<string>();
  const add = (id: string, context: Rolldown.ChunkingContext) => {
    if (needed.has(id) || LATER_COMPONENTS.test(id)) return;
    needed.add(id);
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported, context);
  };
  return (id, context) => {
    if (needed.size === 0) add(path.resolve(import.meta.dirname, 'src/main.tsx'), context);
    return needed.has(id) ? 'first' : null;
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), appearanceScript(), compressedCopies()],
  // Another workspace installs an older React.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800, // `e2e/console/serving.test.ts` checks the transferred size instead
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstPage() }] } } },
  },
});
