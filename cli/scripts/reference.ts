import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { EXIT } from '../src/exit.ts';
import { makeProgram } from '../src/program.ts';

/** Writes docs/reference/cli.md: what `--help` says of every command, off a terminal. */
const WIDTH = 80;
const ENDS: Record<keyof typeof EXIT, string> = {
  ok: 'done',
  failure: 'failed; of `question check`, the answer is wrong',
  usage: 'the command or what it sends is wrong',
  partly: 'done in part: some items of a file were rejected',
  notAllowed: 'not logged in, or a scope is missing',
  notFound: 'there is no such thing',
  conflict: 'it was changed meanwhile, or something is in the way',
  rateLimited: 'too many requests',
  timedOut: 'it took too long',
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
  'Generated from the commands themselves. Data go to stdout, everything else to stderr; off a terminal, and with `--json`, data are JSON.',
  'A command ends with the exit code:',
  codes.join('\n'),
  ...describe(makeProgram(), ''),
].join('\n\n');
writeFileSync(new URL('../../docs/reference/cli.md', import.meta.url), `${page}\n`);
