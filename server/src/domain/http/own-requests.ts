/** Connections by which the service asks itself. */
const ownSockets = new WeakSet();

export function markOwnSocket(socket: object): void {
  ownSockets.add(socket);
}

/**
 * Whether the service asks itself, which is nobody's traffic. Not by an address: others on the machine may have any of
 * them, and what they do belongs into the log.
 */
export function isOwnRequest({ socket }: { socket: object | null }): boolean {
  return socket !== null && ownSockets.has(socket);
}
