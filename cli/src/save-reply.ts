import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import type { operations } from '../../client/src/index.ts';
import { say } from './terminal.ts';

type Format = NonNullable<NonNullable<operations['exportQuestions']['parameters']['query']>['format']>;

/** The export formats of the service. */
const FORMATS: readonly Format[] = [
  ...(['jsonl', 'csv', 'xlsx', 'opentdb', 'gift', 'moodle-xml', 'aiken', 'anki', 'qti-1.2', 'qti-2.1'] as const),
  ...([
    'qti-3.0',
    'kahoot',
    'quizizz',
    'blooket',
    'gimkit',
    'lm-eval',
    'lm-eval-free',
    'inspect',
    'inspect-free',
  ] as const),
  ...(['openai-evals', 'hf', 'lighteval', 'sheet'] as const),
];

/** Adds the options for exports. */
export function withFormat(command: Command): Command {
  return command
    .addOption(new Option('--format <name>', 'format of the file').choices(FORMATS).default('jsonl'))
    .option('-o, --output <path>', 'file to write (default: stdout)');
}

/** Writes a reply of any size as it arrives. */
export async function saveReply({ body, headers }: Response, output: string | undefined): Promise<void> {
  if (body === null) return;
  const target = output === undefined ? process.stdout : createWriteStream(output);
  await pipeline(Readable.fromWeb(body as never), target, { end: output !== undefined });
  if (output !== undefined) say(`Wrote ${output}.`);
  const leftOut = Number(headers.get('x-left-out') ?? 0);
  if (leftOut > 0)
    say(`The format cannot contain ${leftOut} ${leftOut === 1 ? 'question' : 'questions'}; they are left out.`);
}
