import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandError, EXIT } from './exit.ts';

/** The options about prompts. */
export interface AskFlags {
  yes?: true;
  input: boolean;
}

const canAsk = ({ input }: AskFlags) => input && process.stdin.isTTY && process.stderr.isTTY;

/** Asks before an action that cannot be undone, unless `--yes` is set. */
export async function confirm(flags: AskFlags, what: string): Promise<void> {
  if (flags.yes) return;
  if (!canAsk(flags)) throw new CommandError(`${what} This cannot be undone.`, EXIT.usage, 'Add --yes to confirm.');
  const answer = await ask(`${what} This cannot be undone. Continue? [y/N] `, process.stderr);
  if (!/^y(?:es)?$/iu.test(answer.trim())) throw new CommandError('Nothing was done.', EXIT.canceled);
}

/** Reads all of stdin or, on a terminal, one line without echo. */
export async function readSecret(flags: AskFlags, prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  if (!canAsk(flags)) return '';
  process.stderr.write(prompt);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const secret = await ask('', unseen);
  process.stderr.write('\n');
  return secret.trim();
}

/** ^C and ^D count as no. */
async function ask(prompt: string, output: NodeJS.WritableStream): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  const closed = new Promise<never>((_resolve, reject) => {
    const leave = () => reject(new CommandError('Nothing was done.', EXIT.canceled));
    terminal.once('close', leave).once('SIGINT', leave);
  });
  closed.catch(() => undefined);
  try {
    return await Promise.race([terminal.question(prompt), closed]);
  } finally {
    terminal.close();
  }
}
