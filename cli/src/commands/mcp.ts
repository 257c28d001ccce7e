import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { EXIT } from '../exit.ts';
import { say } from '../terminal.ts';

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('serve tools for assistants: the Model Context Protocol on stdin and stdout')
    .action(async (_flags: object, command: Command) => {
      const { quaestor, signal } = await contextOf(command);
      signal.addEventListener('abort', () => process.exit(EXIT.canceled)); // there is no unfinished work
      // Loaded only here, so that other commands start faster.
      const { serveMcpOnStdio } = await import('../../../mcp/src/stdio.ts');
      serveMcpOnStdio(quaestor, say);
    });
}
