/** An element that ECharts draws unchanged, in pixels. */
export type Shape = Readonly<Record<string, unknown>>;

/** The bundled font comes first; the others have the same widths, so that the layout is correct without it. */
export const FONT_FAMILY = 'Arimo, Arial, Helvetica, Liberation Sans, sans-serif';

/** Never part of a text: `printable` removes it from the input, `svgDocument` from the output. */
export const GUARD = '\u2060';

/**
 * ECharts caches the widths of texts in a plain object. A text named like an inherited property ("__proto__",
 * "constructor") would be mistaken for an entry of that cache and written to: with "__proto__", every object of the
 * process got the properties `prev` and `next`. The guard makes such a text an ordinary name.
 */
function guarded(content: string): string {
  return content in {} ? content + GUARD : content;
}

interface TextStyle {
  size: number;
  fill: string;
  bold?: boolean;
  align?: 'left' | 'center' | 'right';
  baseline?: 'top' | 'middle' | 'bottom';
  /** Radians, counterclockwise. */
  rotation?: number;
  /** A halo in the background colour, for text on top of lines. */
  halo?: string;
}

export function text(x: number, y: number, content: string, style: TextStyle): Shape {
  return {
    type: 'text',
    x,
    y,
    z2: 10,
    silent: true,
    rotation: style.rotation ?? 0,
    style: {
      text: guarded(content),
      fill: style.fill,
      fontSize: style.size,
      fontFamily: FONT_FAMILY,
      fontWeight: style.bold === true ? 'bold' : 'normal',
      align: style.align ?? 'left',
      verticalAlign: style.baseline ?? 'middle',
      ...(style.halo === undefined ? {} : { stroke: style.halo, lineWidth: 3 }),
    },
  };
}

interface Paint {
  fill?: string | object;
  stroke?: string;
  lineWidth?: number;
  opacity?: number;
  lineDash?: readonly number[];
}

export function rect(x: number, y: number, width: number, height: number, paint: Paint, radius = 0): Shape {
  return {
    type: 'rect',
    z2: 3,
    silent: true,
    shape: { x, y, width, height, r: radius },
    style: { fill: 'none', ...paint },
  };
}

export function line(x1: number, y1: number, x2: number, y2: number, paint: Paint): Shape {
  return { type: 'line', z2: 3, silent: true, shape: { x1, y1, x2, y2 }, style: { fill: 'none', ...paint } };
}

export function circle(cx: number, cy: number, r: number, paint: Paint): Shape {
  return { type: 'circle', z2: 4, silent: true, shape: { cx, cy, r }, style: paint };
}

export function polygon(points: readonly (readonly [number, number])[], paint: Paint): Shape {
  return { type: 'polygon', z2: 4, silent: true, shape: { points }, style: paint };
}
