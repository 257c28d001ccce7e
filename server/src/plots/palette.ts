import { channels, toHex } from './contrast.ts';

export type ThemeName = 'light' | 'dark';

export interface Theme {
  background: string;
  text: string;
  /** Axis numbers, n and captions: less prominent than text, but still 4.5:1. */
  muted: string;
  grid: string;
  axis: string;
  /** The outline of a marked cell and the vertical lines of a histogram. */
  accent: string;
  /** The fill of a cell without a value. */
  empty: string;
  /** The colour of remaining groups if there are more groups than colours. */
  other: string;
  categories: readonly string[];
  /** The three severities, always the same; distinguishable with every common kind of colour blindness. */
  severities: Readonly<Record<'error' | 'warning' | 'info', string>>;
  sequential: readonly string[];
  diverging: readonly string[];
}

/** A theme, and how a picture is laid out. */
export interface Look extends Theme {
  /** In pixels. Pictures with many columns are wider. */
  width: number;
  /** Whether the picture has its title and n; a page may show them itself. */
  hasTitle: boolean;
}

// Okabe and Ito's eight colours, distinguishable with every common kind of colour blindness. They are sorted by
// contrast with the background; black and white swap places with the theme.
const OKABE_ITO_LIGHT = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000', '#f0e442'];
const OKABE_ITO_DARK = ['#56b4e9', '#e69f00', '#009e73', '#cc79a7', '#f0e442', '#d55e00', '#ffffff', '#0072b2'];

/**
 * Low values are close to the background, high values far from it; lightness is monotonic, so that grey prints remain
 * readable.
 */
export const THEMES: Record<ThemeName, Theme> = {
  light: {
    background: '#ffffff',
    text: '#1f2933',
    muted: '#52606d',
    grid: '#e4e7eb',
    axis: '#9aa5b1',
    accent: '#d55e00',
    empty: '#f1f3f5',
    other: '#7b8794',
    categories: OKABE_ITO_LIGHT,
    severities: { error: '#d55e00', warning: '#e69f00', info: '#0072b2' },
    sequential: ['#f7fbe4', '#d3eeb3', '#97d6b9', '#4fbcc1', '#2697b8', '#2166a6', '#23408f', '#1a2466'],
    diverging: ['#8c3b00', '#d55e00', '#f2b27c', '#f7f4ef', '#8cc3e3', '#0072b2', '#003e63'],
  },
  dark: {
    background: '#14181f',
    text: '#e6eaf0',
    muted: '#a9b4c2',
    grid: '#2b323d',
    axis: '#5b6675',
    accent: '#e69f00',
    empty: '#1f252e',
    other: '#8792a2',
    categories: OKABE_ITO_DARK,
    severities: { error: '#d55e00', warning: '#f0e442', info: '#56b4e9' },
    // Viridis without its darkest tenth, which would blend into the background.
    sequential: ['#482878', '#3e4a89', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6dcd59', '#b4de2c', '#fde725'],
    diverging: ['#ffb066', '#e07b1f', '#8a4a12', '#2a303a', '#1a5f86', '#3a9bd0', '#9fd6f5'],
  },
};

/** The colour of the n-th series; after eight they repeat, with another marker or dash. */
export function categoryColour(theme: Theme, index: number): string {
  return theme.categories[index % theme.categories.length] ?? theme.other;
}

/** A colour between the stops, `share` from 0 to 1. */
export function colourAt(stops: readonly string[], share: number): string {
  const place = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
  const from = channels(stops[Math.floor(place)] ?? '#000000');
  const to = channels(stops[Math.ceil(place)] ?? '#000000');
  const part = place - Math.floor(place);
  return toHex([
    from[0] + (to[0] - from[0]) * part,
    from[1] + (to[1] - from[1]) * part,
    from[2] + (to[2] - from[2]) * part,
  ]);
}
