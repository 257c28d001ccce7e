import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { EXIT } from '../exit.ts';
import { say } from '../terminal.ts';

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('a door for assistants: the Model Context Protocol on stdin and stdout')
    .action(async (_flags: object, command: Command) => {
      const { quaestor, signal } = await contextOf(command);
      signal.addEventListener('abort', () => process.exit(EXIT.canceled)); // nothing is under way that could be finished
      // Loaded only here: no other command waits for it.
      const { serveMcpOnStdio } = await import('../../../mcp/src/stdio.ts');
      serveMcpOnStdio(quaestor, say);
    });
}
