import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

export interface CutLine {
  origin: string;
  /** Breaks all existing connections. New ones are accepted. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a service, whose connections can be cut. */
export async function startCutLine(to: string): Promise<CutLine> {
  const { port, hostname } = new URL(to);
  const callers = new Set<Socket>();
  const server = createServer((caller) => {
    const service = dial(Number(port), hostname);
    callers.add(caller);
    caller.on('close', () => {
      callers.delete(caller);
      service.destroy();
    });
    service.on('close', () => caller.destroy());
    for (const socket of [caller, service]) socket.on('error', () => {});
    caller.pipe(service).pipe(caller);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const caller of callers) caller.destroy();
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
