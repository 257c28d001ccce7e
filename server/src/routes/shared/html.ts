/** Markup that is safe to send; only `html` creates it. */
export interface Html {
  markup: string;
}

type Part = string | number | Html | readonly Html[];

/** A template whose parts are escaped, unless they are markup themselves. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: String.raw({ raw: template }, ...parts.map(render)) };
}

function render(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => ESCAPES[sign] ?? '');
}
