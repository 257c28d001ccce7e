/** Draws small multiples as SVG: one panel per series, each with its own scale that starts at zero. */

export interface Panel {
  title: string;
  values: readonly number[];
}

const COLUMNS = 5;
const [WIDTH, HEIGHT] = [210, 120];
const PLOT = { left: 12, right: 12, top: 34, bottom: 22 };
const INK = '#222';
const QUIET = '#8a8a8a';
const LINE = '#1f5fa8';
const OVER = '#b3261e';
/** A panel is highlighted if its last value exceeds this multiple of its first. */
const LIMIT = 2;

export function plotPanels(title: string, ticks: readonly string[], panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / COLUMNS);
  const [width, height] = [COLUMNS * WIDTH, rows * HEIGHT + 30];
  const drawn = panels.map((panel, index) => {
    const [x, y] = [(index % COLUMNS) * WIDTH, Math.floor(index / COLUMNS) * HEIGHT + 30];
    return `<g transform="translate(${x} ${y})">${plotPanel(panel, ticks)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="10">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="12" y="19" font-size="13" fill="${INK}">${escapeText(title)}; dashed: ${LIMIT} times the first value</text>
${drawn.join('\n')}
</svg>
`;
}

function plotPanel({ title, values }: Panel, ticks: readonly string[]): string {
  const first = values[0] ?? 0;
  const last = values.at(-1) ?? 0;
  const max = Math.max(first * LIMIT * 1.15, ...values);
  const x = (index: number) => PLOT.left + (index / Math.max(1, ticks.length - 1)) * (WIDTH - PLOT.left - PLOT.right);
  const y = (value: number) => HEIGHT - PLOT.bottom - (value / max) * (HEIGHT - PLOT.top - PLOT.bottom);
  const color = last > first * LIMIT ? OVER : LINE;
  const path = values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`);
  const anchor = (index: number) => (index === 0 ? 'start' : index === ticks.length - 1 ? 'end' : 'middle');
  return `<text x="${PLOT.left}" y="14" fill="${INK}">${escapeText(title)}</text>
<text x="${WIDTH - PLOT.right}" y="14" text-anchor="end" fill="${color}">×${(last / first).toFixed(2)}</text>
<text x="${PLOT.left}" y="27" fill="${QUIET}">${first.toPrecision(2)} → ${last.toPrecision(2)} ms</text>
<line x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${y(first * LIMIT).toFixed(1)}" y2="${y(first * LIMIT).toFixed(1)}" stroke="${QUIET}" stroke-dasharray="3 3" stroke-width="0.7"/>
<line x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${y(0)}" y2="${y(0)}" stroke="${QUIET}" stroke-width="0.7"/>
<path d="${path.join(' ')}" fill="none" stroke="${color}" stroke-width="1.6"/>
${values.map((value, index) => `<circle cx="${x(index).toFixed(1)}" cy="${y(value).toFixed(1)}" r="2.2" fill="${color}"/>`).join('')}
${ticks.map((tick, index) => `<text x="${x(index).toFixed(1)}" y="${HEIGHT - 8}" text-anchor="${anchor(index)}" fill="${QUIET}">${tick}</text>`).join('')}`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
