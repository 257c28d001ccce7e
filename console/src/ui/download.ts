/** Starts a download as a click on a link does. */
export function downloadFrom(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Saves a reply as a file, with the name from the service. */
export async function saveReply(reply: Response, fallback: string): Promise<void> {
  const named = /filename="([^"]+)"/u.exec(reply.headers.get('content-disposition') ?? '')?.[1];
  const address = URL.createObjectURL(await reply.blob());
  downloadFrom(address, named ?? fallback);
  URL.revokeObjectURL(address);
}
