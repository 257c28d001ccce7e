import type { Command } from 'commander';
import { contextOf } from '../context.ts';
import { say } from '../terminal.ts';

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('a door for assistants: the Model Context Protocol on stdin and stdout')
    .action(async (_flags: object, command: Command) => {
      const { quaestor } = await contextOf(command);
      // Loaded only here: no other command waits for it.
      const { serveMcpOnStdio } = await import('../../../mcp/src/stdio.ts');
      serveMcpOnStdio(quaestor, say);
    });
}
