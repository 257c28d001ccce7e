/** Starts a download as a click on a link does. */
export function downloadFrom(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Saves a reply as a file, with the name from the service. */
export async function saveReply(reply: Response, fallback: string): Promise<void> {
  const address = URL.createObjectURL(await reply.blob());
  downloadFrom(address, nameIn(reply.headers.get('content-disposition') ?? '') ?? fallback);
  URL.revokeObjectURL(address);
}

/** The file name of a `Content-Disposition`: the one in Unicode, if it has one (RFC 6266). */
export function nameIn(disposition: string): string | undefined {
  const unicode = /filename\*=UTF-8''([^;]+)/u.exec(disposition)?.[1];
  return unicode === undefined ? /filename="([^"]+)"/u.exec(disposition)?.[1] : decodeURIComponent(unicode);
}
