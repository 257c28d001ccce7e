import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Piscina } from 'piscina';
import type { Drawn, DrawTask, PlotLanguage } from './draw-thread.ts';
import type { PictureOptions } from './render-svg.ts';

export interface WantedPicture extends PictureOptions {
  analysis: string;
  plot: string;
  format: 'svg' | 'png';
  /** Null for English, in which results are stored. */
  language: PlotLanguage | null;
}

/** The picture, or the names of the existing plots. */
type FoundPicture = { picture: Buffer } | { known: readonly string[] };

type LoadResult = () => Promise<string | null>;

/** The maximum number of pictures is being drawn, or one took too long. */
export class PicturesBusyError extends Error {}

interface PictureLimits {
  cacheBytes: number;
  /** The maximum number of pictures being drawn or waiting to be. */
  underWay: number;
  /** Time from the request for a picture until it is drawn. */
  drawMs: number;
}

export const PICTURE_LIMITS: PictureLimits = { cacheBytes: 32 * 1024 * 1024, underWay: 32, drawMs: 20_000 };
const THREAD = new URL(`./draw-thread${path.extname(import.meta.filename)}`, import.meta.url).href;
/** An idle thread ends after this time and frees its memory, about 100 MB. */
const IDLE_MS = 30_000;
const MEMORY_MB = 512;

/**
 * Draws in a thread, once for all callers who want the same picture, and caches pictures, since a result never changes.
 * The first picture starts the thread, so that a process without plots has none.
 */
export class Pictures {
  readonly #limits: PictureLimits;
  readonly #kept: LRUCache<string, Buffer>;
  readonly #underWay = new Map<string, Promise<FoundPicture>>();
  #placesTaken = 0;
  #threads: Promise<Piscina> | undefined;
  #lastPng: Promise<unknown> = Promise.resolve();

  constructor(limits: PictureLimits = PICTURE_LIMITS) {
    this.#limits = limits;
    this.#kept = new LRUCache({
      maxSize: limits.cacheBytes,
      maxEntrySize: Math.floor(limits.cacheBytes / 4),
      sizeCalculation: ({ length }) => length,
    });
  }

  get keptBytes(): number {
    return this.#kept.calculatedSize;
  }

  /** `loadResult` is only called if the picture has to be drawn; null means an analysis without a result. */
  async find(wanted: WantedPicture, loadResult: LoadResult): Promise<FoundPicture> {
    const key = keyOf(wanted);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return { picture: kept };
    return this.#underWay.get(key) ?? this.#begin(key, wanted, loadResult);
  }

  async close(): Promise<void> {
    await (await this.#threads)?.destroy();
  }

  async #begin(key: string, wanted: WantedPicture, loadResult: LoadResult): Promise<FoundPicture> {
    if (this.#placesTaken >= this.#limits.underWay) throw new PicturesBusyError('too many pictures at once');
    this.#placesTaken += 1;
    try {
      const drawing = wanted.format === 'svg' ? this.#drawSvg(wanted, loadResult) : this.#drawPng(wanted, loadResult);
      return await this.#share(key, drawing);
    } finally {
      this.#placesTaken -= 1;
    }
  }

  async #share(key: string, drawing: Promise<FoundPicture>): Promise<FoundPicture> {
    this.#underWay.set(key, drawing);
    try {
      const found = await drawing;
      if ('picture' in found) this.#kept.set(key, found.picture);
      return found;
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #drawSvg(wanted: WantedPicture, loadResult: LoadResult): Promise<FoundPicture> {
    const signal = AbortSignal.timeout(this.#limits.drawMs);
    const result = await loadResult();
    if (result === null) return { known: [] };
    const { plot, language, theme, width, title } = wanted;
    const options = { theme, ...(width !== undefined && { width }), ...(title !== undefined && { title }) };
    const task: DrawTask = { result, plot, options, language };
    try {
      const drawn = (await (await this.#startThreads()).run(task, { name: 'draw', signal })) as Drawn;
      return 'svg' in drawn ? { picture: Buffer.from(drawn.svg) } : drawn;
    } catch (cause) {
      if (signal.aborted) throw new PicturesBusyError('the picture took too long', { cause });
      throw cause;
    }
  }

  /** Converts one SVG at a time, because the work is done by the few libuv threads that compression needs, too. */
  async #drawPng(wanted: WantedPicture, loadResult: LoadResult): Promise<FoundPicture> {
    const svg = { ...wanted, format: 'svg' } as const;
    const key = keyOf(svg);
    const kept = this.#kept.get(key);
    // The SVG uses the slot of the PNG: if it took its own, PNGs in all slots would wait for each other.
    const found =
      kept === undefined
        ? await (this.#underWay.get(key) ?? this.#share(key, this.#drawSvg(svg, loadResult)))
        : { picture: kept };
    if (!('picture' in found)) return found;
    const { renderPng } = await import('./render-png.ts');
    const png = this.#lastPng.then(() => renderPng(found.picture.toString()));
    this.#lastPng = png.catch(() => {});
    return { picture: await png };
  }

  #startThreads(): Promise<Piscina> {
    this.#threads ??= import('piscina').then(
      ({ Piscina }) =>
        new Piscina({
          filename: THREAD,
          minThreads: 0,
          maxThreads: 1,
          idleTimeout: IDLE_MS,
          resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
        }),
    );
    return this.#threads;
  }
}

function keyOf({ analysis, plot, format, theme, language, width, title }: WantedPicture): string {
  return `${analysis} ${plot} ${format} ${theme} ${language?.name ?? ''} ${width ?? ''} ${title ?? ''}`;
}
