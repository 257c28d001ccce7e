import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { EXIT } from '../src/exit.ts';
import { makeProgram } from '../src/program.ts';

/** Writes docs/reference/cli.md with the `--help` of every command. */
const WIDTH = 80;
const ENDS: Record<keyof typeof EXIT, string> = {
  ok: 'done',
  failure: 'failure; for `question check`, the answer is wrong',
  usage: 'the command or the data it sends is invalid',
  partly: 'partly done: some items of a file were rejected',
  notAllowed: 'not logged in, or a scope is missing',
  notFound: 'the object was not found',
  conflict: 'conflict, for example with a change in the meantime',
  rateLimited: 'too many requests',
  timedOut: 'timeout',
  canceled: 'interrupted',
};

function describe(command: Command, parents: string): string[] {
  const name = `${parents}${command.name()}`;
  const nested = command.commands.flatMap((one) => describe(one, `${name} `));
  const help = command.configureHelp({ helpWidth: WIDTH }).helpInformation().trimEnd();
  return [`## ${name}\n\n\`\`\`text\n${help}\n\`\`\``, ...nested];
}

const codes = Object.entries(EXIT).map(([end, code]) => `- ${code}: ${ENDS[end as keyof typeof EXIT]}.`);
const page = [
  '# Command line',
  'Generated from the commands. Data go to stdout, everything else to stderr; in a pipe, and with `--json`, data are JSON.',
  'Exit codes:',
  codes.join('\n'),
  ...describe(makeProgram(), ''),
].join('\n\n');
writeFileSync(new URL('../../docs/reference/cli.md', import.meta.url), `${page}\n`);
