import type { Command } from 'commander';
import { readSecret } from '../ask.ts';
import { type Context, contextOf } from '../context.ts';
import { CommandError, EXIT } from '../exit.ts';
import { colour, complain, harmless, say } from '../terminal.ts';
import { type Attempt, forward, type Receiver } from '../webhooks/forward.ts';
import { isSecret, newSecret } from '../webhooks/message.ts';
import { beginningOf, type FeedFlags, GAP, reconnecting, withFeed } from './events.ts';

const RETRIES = 4;
const MAX_RETRIES = 20;

interface ListenFlags extends FeedFlags {
  forwardTo: string;
  secret?: string;
  retries: string;
}

/** Follows the feed and forwards what a webhook would send, for a receiver that the service cannot reach. */
export function addListen(webhooks: Command): void {
  withFeed(
    webhooks
      .command('listen')
      .summary('forward events to a receiver on this machine, without a webhook')
      .description('forward events to a receiver on this machine, signed as usual, without creating a webhook')
      .requiredOption('--forward-to <url>', 'address of the receiver, such as http://127.0.0.1:9000/'),
    'now',
  )
    .option('--secret <secret>', 'secret to sign with, whsec_…; "-" reads stdin (default: a new one, which is shown)')
    .option('--retries <count>', 'number of retries for an event that the receiver does not accept', String(RETRIES))
    .action(async (flags: ListenFlags, command: Command) => {
      const context = await contextOf(command);
      const receiver = { url: targetOf(flags.forwardTo), retries: retriesOf(flags.retries) };
      const given = flags.secret === '-' ? await readSecret(context.flags, 'Secret (hidden): ') : flags.secret;
      if (given !== undefined && !isSecret(given))
        throw new CommandError(
          'The secret must be "whsec_" and base64.',
          EXIT.usage,
          'Leave out --secret to generate one.',
        );
      await listen(context, flags, { ...receiver, secret: given ?? newSecret() }, given === undefined);
    });
}

async function listen(context: Context, flags: FeedFlags, receiver: Receiver, isNew: boolean): Promise<void> {
  const { quaestor, signal } = context;
  const query = await beginningOf(context, flags);
  if (isNew) complain(`Secret of this run: ${receiver.secret}`); // shown even with --quiet, because nothing else shows it
  say(`Forwarding events to ${receiver.url}. Press ^C to stop.`);
  let place = query.after;
  try {
    for await (const event of quaestor.events.stream(query, { signal, onReconnect: reconnecting })) {
      if (event.type === 'gap') say(GAP);
      if (event.id === undefined) continue; // webhooks do not receive progress
      await forward(event, receiver, signal, (attempt) => show(context, attempt));
      place = event.id;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    say(`To continue: quaestor webhook listen --forward-to ${receiver.url} --after ${place}`);
    process.exitCode = EXIT.canceled;
  }
}

function show({ isJson, stream }: Context, attempt: Attempt): void {
  if (isJson) return stream(attempt);
  const { at, type, resource_id, status, error, duration_ms, again_in_s } = attempt;
  const end = error === null ? colour('green', String(status), 'out') : colour('red', harmless(error), 'out');
  const next = error === null ? '' : again_in_s === null ? ' Given up.' : ` Retrying in ${again_in_s} s.`;
  process.stdout.write(`${at.slice(11, 19)} ${harmless(`${type} ${resource_id}`)} ${end} ${duration_ms} ms${next}\n`);
}

function targetOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new CommandError(`"${given}" is no URL with http:// or https:// and without a password.`, EXIT.usage);
  return url.href;
}

function retriesOf(given: string): number {
  if (!/^\d{1,2}$/u.test(given) || Number(given) > MAX_RETRIES)
    throw new CommandError(`--retries must be a number from 0 to ${MAX_RETRIES}.`, EXIT.usage);
  return Number(given);
}
