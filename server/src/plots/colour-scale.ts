import { colourAt, type Theme } from './palette.ts';

export interface ColourScale {
  min: number;
  max: number;
  colour: (value: number) => string;
  stops: readonly string[];
  /** The outline of a marked cell. Around zero, the accent is one of the two hues and would not stand out. */
  outline: string;
}

/**
 * Maps values to colours: from zero for counts, from the smallest value if all are far from zero, and around zero with
 * two hues if some are negative.
 */
export function colourScale(values: readonly number[], theme: Theme, kind: 'linear' | 'log' = 'linear'): ColourScale {
  const least = values.reduce((best, value) => Math.min(best, value), Number.POSITIVE_INFINITY);
  const most = values.reduce((best, value) => Math.max(best, value), Number.NEGATIVE_INFINITY);
  if (least < 0) {
    const reach = Math.max(-least, most);
    return scale(-reach, reach, theme.diverging, theme.text);
  }
  if (kind === 'log') return logScale(Math.max(most, 0), theme);
  const min = least > most / 2 && least < most && !values.every(Number.isInteger) ? least : 0;
  return scale(min, Math.max(most, min), theme.sequential, theme.accent);
}

/** Scales from zero, by ln(1 + value). */
function logScale(max: number, theme: Theme): ColourScale {
  const share = (value: number) => (max > 0 ? Math.log1p(value) / Math.log1p(max) : 0);
  return {
    min: 0,
    max,
    stops: theme.sequential,
    outline: theme.accent,
    colour: (value) => colourAt(theme.sequential, share(value)),
  };
}

function scale(min: number, max: number, stops: readonly string[], outline: string): ColourScale {
  const span = max - min;
  return { min, max, stops, outline, colour: (value) => colourAt(stops, span > 0 ? (value - min) / span : 0) };
}
