import type { FindingSeverity } from '../../../analysis/finding.ts';
import type { SentenceValues } from '../../../domain/sentences/write.ts';
import { type Html, html } from '../../shared/html.ts';
import { STYLE } from './style.ts';

export interface ReportPlot {
  title: string;
  description: string;
  /** The plot as a data: URI. */
  light: string;
  dark: string;
}

interface ReportFinding {
  severity: FindingSeverity;
  text: string;
  next_step: string | null;
}

export interface Report {
  language: string;
  /** Writes the texts of the page itself. */
  write: (code: string, values?: SentenceValues) => string;
  title: string;
  /** The analysed questions, in words. */
  set: string;
  facts: readonly string[];
  findings: readonly ReportFinding[];
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
  const { language, write } = report;
  const page = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${report.title}: ${report.set}</title><style>${STYLE}</style></head>
<body><header><h1>${report.title}</h1><p>${report.set}</p><p class="facts">${report.facts.join(' · ')}</p></header>
<main>
<section><h2>${write('report.findings')}</h2><ol class="findings">${report.findings.map((finding) => renderFinding(finding, write))}</ol></section>
${report.rows.length === 0 ? [] : renderRows(report)}
${report.plots.length === 0 ? [] : html`<section class="plots">${report.plots.map(renderPlot)}</section>`}
<section class="small"><h2>${write('report.method')}</h2><p>${report.method}</p>${report.warnings.map((text) => html`<p>${text}</p>`)}</section>
</main></body></html>
`;
  return page.markup;
}

/** Shape and word express the severity, not only the colour. */
const SHAPES: Readonly<Record<FindingSeverity, string>> = { error: '⬣', warning: '△', info: '◎' };

function renderFinding({ severity, text, next_step }: ReportFinding, write: Report['write']): Html {
  const step = next_step === null ? [] : html`<span class="step">${next_step}</span>`;
  const sign = `${SHAPES[severity]} ${write(`terms.severity.${severity}`)}`;
  return html`<li class="${severity}"><span class="sign">${sign}</span><span>${text} ${step}</span></li>`;
}

function renderRows({ columns, rows, rowsTotal, write }: Report): Html {
  const title = write('report.rows', { shown: rows.length, all: rowsTotal, whole: rows.length === rowsTotal });
  const lines = rows.map((cells) => html`<tr>${cells.map((cell) => html`<td><div>${cell}</div></td>`)}</tr>`);
  return html`<section><h2>${title}</h2><table><thead><tr>${columns.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>${lines}</tbody></table></section>`;
}

function renderPlot({ title, description, light, dark }: ReportPlot): Html {
  return html`<figure><picture><source srcset="${dark}" media="screen and (prefers-color-scheme: dark)"><img src="${light}" alt="${title}"></picture><figcaption>${description}</figcaption></figure>`;
}
