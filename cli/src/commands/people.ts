import { type Command, Option } from 'commander';
import { confirm } from '../ask.ts';
import { contextOf } from '../context.ts';
import { say } from '../terminal.ts';

const MAX_LISTED = 10_000;
const ROLES = ['viewer', 'analyst', 'editor', 'administrator'] as const;
type Role = (typeof ROLES)[number];

/** Commands for people. A sign-in link is printed once, alone, to stdout. */
export function addPeople(program: Command): void {
  const people = program.command('person').description('manage people who can sign in');
  people
    .command('list')
    .description('list people')
    .action(async (_: object, command: Command) => {
      const { quaestor, show, signal } = await contextOf(command);
      const rows = await quaestor.people.list({}, { signal }).toArray(MAX_LISTED);
      show(rows, ['id', 'name', 'email', 'role', 'last_used_at']);
    });
  people
    .command('add <name>')
    .description('invite a person; the sign-in link is printed once, alone, to stdout')
    .addOption(new Option('--role <role>', 'role of the person').choices(ROLES).makeOptionMandatory())
    .option('--email <address>', 'email address to identify the person; no mail is sent')
    .action(async (name: string, { role, email }: { role: Role; email?: string }, command: Command) => {
      const { quaestor, flags, showOne } = await contextOf(command);
      const made = await quaestor.people.create({ name, role, ...(email !== undefined && { email }) });
      if (flags.json === undefined) process.stdout.write(`${made.sign_in_link}\n`);
      else showOne(made);
      say(`Invited ${name} (${made.id}). Send them the link yourself: it works once, until ${made.link_expires_at}.`);
    });
  people
    .command('role <id>')
    .description('change the role of a person')
    .addArgument(program.createArgument('<role>', 'the new role').choices(ROLES))
    .action(async (id: string, role: Role, _: object, command: Command) => {
      const { quaestor, done } = await contextOf(command);
      done(await quaestor.people.update(id, { role }), `${id} is now ${role}.`);
    });
  people
    .command('link <id>')
    .description('create a new sign-in link, printed once, alone, to stdout; the previous link no longer works')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, flags, showOne } = await contextOf(command);
      const made = await quaestor.people.signInLink(id);
      if (flags.json === undefined) process.stdout.write(`${made.sign_in_link}\n`);
      else showOne(made);
      say(`It works once, until ${made.expires_at}.`);
    });
  people
    .command('remove <id>')
    .description('immediately remove a person, and the API keys and clients they have created')
    .action(async (id: string, _: object, command: Command) => {
      const { quaestor, flags, done } = await contextOf(command);
      await confirm(flags, `${id} will be signed out, and all keys and clients they have created will stop working.`);
      done(await quaestor.people.delete(id), `Removed ${id}.`);
    });
  people
    .command('sessions <id>')
    .description('list the sessions of a person')
    .option('--end', 'sign the person out everywhere')
    .action(async (id: string, { end }: { end?: true }, command: Command) => {
      const { quaestor, show, done, signal } = await contextOf(command);
      if (end === true) {
        const ended = await quaestor.people.endSessions(id);
        return done(ended, `Ended ${ended.ended} sessions.`);
      }
      const rows = await quaestor.people.sessions(id, {}, { signal }).toArray(MAX_LISTED);
      show(rows, ['id', 'way', 'user_agent', 'created_at', 'last_used_at']);
    });
}
