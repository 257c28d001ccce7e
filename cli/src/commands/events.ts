import type { Command } from 'commander';
import { type Context, contextOf } from '../context.ts';
import { EXIT } from '../exit.ts';
import { say } from '../terminal.ts';

const MAX_PAGE = 1000;

export interface FeedFlags {
  types?: string;
  after?: string;
}

/** Adds the options for reading events. */
export function withFeed(command: Command, begin: string): Command {
  return command
    .option('--types <list>', 'types separated by commas, such as question.created,question.updated')
    .option('--after <id>', `only events after this one, "start" or "now" (default: ${begin})`);
}

export const typesOf = (list: string) => list.split(',') as 'question.created'[];

/**
 * The starting point of a stream. Requesting the current position first means that a wrong service or token is reported
 * immediately, and that no event is missed.
 */
export async function beginningOf({ quaestor, signal }: Context, { types, after }: FeedFlags) {
  const { next_after } = await quaestor.events.list({ after: 'now', limit: 1 }, { signal });
  return {
    after: after === undefined || after === 'now' ? next_after : after,
    ...(types !== undefined && { types: typesOf(types) }),
  };
}

export function reconnecting(reason: unknown): void {
  say(`The connection was lost${reason instanceof Error ? `: ${reason.message}` : '.'} Reconnecting.`);
}

export const GAP = 'Events before this one have been deleted: they are kept for 7 days. Read everything again.';

export function addEvents(program: Command): void {
  withFeed(program.command('events').description('print events as JSON, one per line'), 'start, with --follow now')
    .option('--follow', 'continue with new events until ^C')
    .action(async ({ follow, ...flags }: FeedFlags & { follow?: true }, command: Command) => {
      const context = await contextOf(command);
      await (follow ? followEvents(context, flags) : listEvents(context, flags));
    });
}

async function listEvents({ quaestor, stream, signal }: Context, { types, after }: FeedFlags): Promise<void> {
  const query = {
    limit: MAX_PAGE,
    ...(after !== undefined && { after }),
    ...(types !== undefined && { types: typesOf(types) }),
  };
  let place = '';
  for await (const { data, gap, next_after } of quaestor.events.list(query, { signal }).pages()) {
    if (gap) say(GAP);
    for (const event of data) stream(event);
    place = next_after;
  }
  say(`To continue: quaestor events --after ${place}`);
}

async function followEvents(context: Context, flags: FeedFlags): Promise<void> {
  const { quaestor, stream, signal } = context;
  const query = await beginningOf(context, flags);
  let place = query.after;
  say('Following events. Press ^C to stop.');
  try {
    for await (const event of quaestor.events.stream(query, { signal, onReconnect: reconnecting })) {
      if (event.type === 'gap') say(GAP);
      stream(event);
      if (event.id !== undefined) place = event.id;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    say(`To continue: quaestor events --follow --after ${place}`);
    process.exitCode = EXIT.canceled;
  }
}
