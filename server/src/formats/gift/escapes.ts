import type { Markup } from '../shared/draft.ts';

const ESCAPED = new Set('\\:#={}~n');

/** The first position of one of the delimiters without a backslash before it; negative if there is none. */
export function findUnescaped(text: string, delimiters: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\' && ESCAPED.has(text[at + 1] ?? '')) at += 1;
    else if (delimiters.includes(text[at] ?? '')) return at;
  }
  return -1;
}

/** Keeps a backslash before any other character, as TeX is full of them. */
export function unescape(text: string): string {
  return text.replace(/\\([\\:#={}~n])/gu, (_, character: string) => (character === 'n' ? '\n' : character));
}

export function escape(text: string): string {
  return text.replace(/[\\:#={}~]/gu, '\\$&').replaceAll('\n', '\\n');
}

const MARKUPS: Readonly<Record<string, Markup>> = {
  html: 'html',
  moodle: 'auto',
  plain: 'plain',
  markdown: 'markdown',
};

/** Reads "[html]" before a text. */
export function splitMarkup(text: string, inherited: Markup): { markup: Markup; rest: string } {
  const found = /^\s{0,100}\[(html|moodle|plain|markdown)\]/iu.exec(text);
  const markup = MARKUPS[found?.[1]?.toLowerCase() ?? ''];
  return { markup: markup ?? inherited, rest: found === null ? text : text.slice(found[0].length) };
}
