import { normalForm } from '../text/text.ts';

/** Enough to recognise a file, and with any script below the 255 bytes that file systems allow. */
const MAX_PART_LENGTH = 40;
const MAX_LENGTH = 60;

/** A file name in letters, digits and hyphens, and the nearest one in ASCII, for programs that know no other. */
interface FileName {
  name: string;
  ascii: string;
}

/** Joins what the parts say by hyphens, in lower case. */
export function fileNameOf(parts: readonly string[], extension: string): FileName {
  return {
    name: `${joined(parts.map((part) => slug(normalForm(part, 'NFC'), OTHER_CHARACTERS)))}.${extension}`,
    ascii: `${joined(parts.map((part) => slug(withoutMarks(part), NOT_ASCII)))}.${extension}`,
  };
}

/** The value of `Content-Disposition` (RFC 6266). */
export function attachment({ name, ascii }: FileName): string {
  const plain = `attachment; filename="${ascii}"`;
  return name === ascii ? plain : `${plain}; filename*=UTF-8''${encodeURIComponent(name)}`;
}

const OTHER_CHARACTERS = /[^\p{L}\p{M}\p{N}]+/gu;
const NOT_ASCII = /[^a-z0-9]+/gu;

function slug(part: string, other: RegExp): string {
  const words = part.toLowerCase().replace(other, '-');
  return cut(words.replace(/^-/u, ''), MAX_PART_LENGTH);
}

function withoutMarks(part: string): string {
  return normalForm(part, 'NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

function joined(slugs: readonly string[]): string {
  return cut(slugs.filter((one) => one !== '').join('-'), MAX_LENGTH);
}

function cut(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('').replace(/-$/u, '');
}
