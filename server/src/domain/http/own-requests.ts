/** Connections that the service opened to itself. */
const ownSockets = new WeakSet();

export function markOwnSocket(socket: object): void {
  ownSockets.add(socket);
}

/**
 * Whether the service is calling itself, which does not count as traffic. The address does not show it: other programs
 * on the machine may use any of its addresses, and their requests belong in the log.
 */
export function isOwnRequest({ socket }: { socket: object | null }): boolean {
  return socket !== null && ownSockets.has(socket);
}
