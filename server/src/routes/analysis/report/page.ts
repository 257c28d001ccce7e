import type { Finding, FindingSeverity } from '../../../analysis/finding.ts';
import { numbered } from '../../../analysis/wording.ts';
import { type Html, html } from '../../shared/html.ts';
import { STYLE } from './style.ts';

export interface ReportPlot {
  title: string;
  description: string;
  /** The plot as a data: URI. */
  light: string;
  dark: string;
}

export interface Report {
  title: string;
  /** The analysed questions, in words. */
  set: string;
  facts: readonly string[];
  findings: readonly Finding[];
  plots: readonly ReportPlot[];
  /** The names of the columns, and the cells of the first rows. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  rowsTotal: number;
  warnings: readonly string[];
  method: string;
}

/** A page that loads nothing else, for screens in light and dark and for paper. */
export function renderReport(report: Report): string {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${report.title}: ${report.set}</title><style>${STYLE}</style></head>
<body><header><h1>${report.title}</h1><p>${report.set}</p><p class="facts">${report.facts.join(' · ')}</p></header>
<main>
<section><h2>Findings</h2><ol class="findings">${report.findings.map(renderFinding)}</ol></section>
${report.rows.length === 0 ? [] : renderRows(report)}
${report.plots.length === 0 ? [] : html`<section class="plots">${report.plots.map(renderPlot)}</section>`}
<section class="small"><h2>Method</h2><p>${report.method}</p>${report.warnings.map((text) => html`<p>${text}</p>`)}</section>
</main></body></html>
`;
  return page.markup;
}

/** Shape and word express the severity, not only the colour. */
const SEVERITY_SIGNS: Readonly<Record<FindingSeverity, readonly [shape: string, word: string]>> = {
  error: ['⬣', 'Error'],
  warning: ['△', 'Warning'],
  info: ['◎', 'Note'],
};

function renderFinding({ severity, text, next_step }: Finding): Html {
  const [shape, word] = SEVERITY_SIGNS[severity];
  const step = next_step === null ? [] : html`<span class="step">${next_step}</span>`;
  return html`<li class="${severity}"><span class="sign">${shape} ${word}</span><span>${text} ${step}</span></li>`;
}

function renderRows({ columns, rows, rowsTotal }: Report): Html {
  const lines = rows.map((cells) => html`<tr>${cells.map((cell) => html`<td><div>${cell}</div></td>`)}</tr>`);
  return html`<section><h2>${describeRows(rows.length, rowsTotal)}</h2><table><thead><tr>${columns.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>${lines}</tbody></table></section>`;
}

function describeRows(shown: number, total: number): string {
  return shown === total ? numbered(total, 'row') : `First ${shown} of ${numbered(total, 'row')}`;
}

function renderPlot({ title, description, light, dark }: ReportPlot): Html {
  return html`<figure><picture><source srcset="${dark}" media="screen and (prefers-color-scheme: dark)"><img src="${light}" alt="${title}"></picture><figcaption>${description}</figcaption></figure>`;
}
