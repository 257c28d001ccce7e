import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COMMAND = path.join(ROOT, 'cli/dist/quaestor.js');
const INSPECTOR = path.join(ROOT, 'node_modules/.bin/mcp-inspector');

export type Transport = 'stdio' | 'HTTP';
/** The protocol that most programs use today, and the one without a handshake. */
export type Era = '2025' | '2026';
export const DOORS: [Transport, Era][] = [
  ['HTTP', '2025'],
  ['HTTP', '2026'],
  ['stdio', '2025'],
  ['stdio', '2026'],
];

export interface Result {
  isError: boolean;
  /** The first text of the result. */
  text: string;
  content: { type: string; text?: string; data?: string; mimeType?: string }[];
}

export interface Assistant {
  client: Client;
  call: (name: string, args?: object) => Promise<Result>;
  /** Calls a tool that must succeed, and returns its data. */
  data: <Value>(name: string, args?: object) => Promise<Value>;
}

function settings(origin: string, token: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', QUAESTOR_URL: origin, QUAESTOR_TOKEN: token };
}

/** Connects with the SDK's own client. */
export async function connect(
  [transport, era]: [Transport, Era],
  origin: string,
  token: string,
  name = 'assistant-of-tests',
): Promise<Assistant> {
  const mode = era === '2025' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}`, 'user-agent': name };
  await client.connect(
    transport === 'HTTP'
      ? new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } })
      : new StdioClientTransport({ command: 'node', args: [COMMAND, 'mcp'], env: settings(origin, token) }),
  );
  const call = async (tool: string, args: object = {}): Promise<Result> => {
    const { content, isError } = await client.callTool({ name: tool, arguments: { ...args } });
    const parts = content as Result['content'];
    return { isError: isError === true, text: parts[0]?.text ?? '', content: parts };
  };
  return {
    client,
    call,
    data: async <Value>(tool: string, args?: object) => {
      const { isError, text } = await call(tool, args);
      if (isError) throw new Error(`${tool}: ${text}`);
      return JSON.parse(text) as Value;
    },
  };
}

/** Calls the inspector in command line mode, which is a different client with another version of the SDK. */
export function inspect(transport: Transport, origin: string, token: string, args: readonly string[]): unknown {
  const target =
    transport === 'HTTP'
      ? [`${origin}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${token}`]
      : ['-e', `QUAESTOR_URL=${origin}`, '-e', `QUAESTOR_TOKEN=${token}`, 'node', COMMAND, 'mcp'];
  const ended = spawnSync(INSPECTOR, ['--cli', ...target, ...args], { encoding: 'utf8', timeout: 120_000 });
  if (ended.status !== 0) throw new Error(`the inspector ended with ${ended.status}: ${ended.stderr}${ended.stdout}`);
  return JSON.parse(ended.stdout);
}
