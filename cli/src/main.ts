#!/usr/bin/env node
import { CommanderError } from 'commander';
import { wrap } from './columns.ts';
import { interrupted } from './context.ts';
import { EXIT, explain } from './exit.ts';
import { makeProgram } from './program.ts';
import { complain, forPeople, width } from './terminal.ts';

/** Pressing ^C twice exits immediately. */
function watchInterrupts(): void {
  process.on('SIGINT', () => {
    if (interrupted.signal.aborted) process.exit(EXIT.canceled);
    interrupted.abort(new Error('interrupted'));
  });
  // The reader has closed the pipe, as in `quaestor … | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.ok);
    throw error;
  });
}

async function run(): Promise<void> {
  watchInterrupts();
  try {
    await makeProgram().parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
      return;
    }
    const { exitCode, lines } = explain(error);
    for (const line of lines) complain(forPeople.err ? wrap(line, width()).join('\n') : line);
    process.exitCode = interrupted.signal.aborted ? EXIT.canceled : exitCode;
  }
}

await run();
