import path from 'node:path';

interface Door {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  client: string;
}

/** The exports of `mcp/src/http.ts`. */
export interface Mcp {
  serveMcp: (request: Request, message: object, door: Door) => Promise<Response>;
}

/**
 * The tools are built on the client, both outside of this package: `npm run build` bundles them into `dist/mcp.js`.
 * Loaded only where they are used.
 */
export function loadMcp(): Promise<Mcp> {
  const isSource = path.extname(import.meta.filename) === '.ts';
  const file = new URL(isSource ? '../../../../mcp/src/http.ts' : '../../mcp.js', import.meta.url);
  return import(file.href) as Promise<Mcp>;
}
