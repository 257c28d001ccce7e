/** The name of a language for readers of another, with its tag, since two tags may have the same name. */
export function languageName(tag: string, reader: string): string {
  try {
    const name = new Intl.DisplayNames(reader, { type: 'language', fallback: 'none' }).of(tag);
    return name === undefined ? tag : `${name} (${tag})`;
  } catch {
    return tag; // a tag with extensions, such as de-x-old, has no name
  }
}
