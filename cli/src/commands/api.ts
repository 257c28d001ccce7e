import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { apiError, ConnectionError } from '../../../client/src/errors.ts';
import { contextOf } from '../context.ts';

export function addApi(program: Command): void {
  program
    .command('api <method> <path>')
    .summary('send any request')
    .description('send any request, such as quaestor api GET "/questions?limit=3"')
    .option('-f, --file <path>', 'file with a JSON body; "-" reads stdin')
    .action(async (method: string, path: string, { file }: { file?: string }, command: Command) => {
      const { profile, signal } = await contextOf(command);
      const body =
        file === undefined ? undefined : file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
      const response = await fetch(`${profile.url.replace(/\/+$/u, '')}${path}`, {
        method: method.toUpperCase(),
        signal,
        headers: {
          ...(profile.token !== undefined && { authorization: `Bearer ${profile.token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      }).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new ConnectionError(`${profile.url} cannot be reached.`, { cause });
      });
      if (!response.ok) throw apiError(response.status, response.headers, await response.text());
      for await (const piece of response.body ?? []) process.stdout.write(piece as Uint8Array);
    });
}
