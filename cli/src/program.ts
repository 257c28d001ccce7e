import { Command, InvalidArgumentError } from 'commander';
import { addAccess } from './commands/access.ts';
import { addAdmin } from './commands/admin.ts';
import { addAnalyses } from './commands/analysis.ts';
import { addApi } from './commands/api.ts';
import { addBulk } from './commands/bulk.ts';
import { addCategories } from './commands/categories.ts';
import { addChanges } from './commands/changes.ts';
import { addCompletion } from './commands/completion.ts';
import { addConfig } from './commands/config.ts';
import { addCredentials } from './commands/credentials.ts';
import { addDatasets } from './commands/datasets.ts';
import { addDismissals } from './commands/dismissals.ts';
import { addDoctor } from './commands/doctor.ts';
import { addEvents } from './commands/events.ts';
import { addFiles } from './commands/files.ts';
import { addMcp } from './commands/mcp.ts';
import { addPeople } from './commands/people.ts';
import { addQuestions } from './commands/questions.ts';
import { addStart } from './commands/start.ts';
import { addWebhooks } from './commands/webhooks.ts';
import { beQuiet, withoutColour } from './terminal.ts';
import { VERSION } from './version.ts';

/** A timer cannot run for more than 24 days. */
const MAX_TIMEOUT_S = 86_400;

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= MAX_TIMEOUT_S))
    throw new InvalidArgumentError(`It must be a number up to ${MAX_TIMEOUT_S}.`);
  return value;
}

/** Builds all commands. Nothing runs before `parseAsync`. */
export function makeProgram(): Command {
  const program = new Command('quaestor')
    .description('Manage and analyse a bank of questions from the command line.')
    .version(VERSION)
    .option('--url <address>', 'address of the service (default: QUAESTOR_URL, the profile, or http://127.0.0.1:8080)')
    .option('--profile <name>', 'profile saved by `quaestor login` (default: QUAESTOR_PROFILE)')
    .option('--json [fields]', 'print JSON, optionally only some fields, such as id,category')
    .option('--timeout <seconds>', 'time limit for each of three attempts (default: 60)', seconds)
    .option('--quiet', 'print only data and errors')
    .option('--no-color', 'print no colours (also: NO_COLOR)')
    .option('--no-input', 'never ask for input')
    .option('--yes', 'do not ask before actions that cannot be undone')
    .showSuggestionAfterError()
    .showHelpAfterError('Run quaestor --help for a list of commands.')
    .exitOverride()
    .hook('preAction', (command) => {
      const { color, quiet } = command.opts<{ color: boolean; quiet?: true }>();
      if (!color) withoutColour();
      if (quiet) beQuiet();
    });
  addStart(program);
  addAccess(program);
  addQuestions(program);
  addBulk(program);
  addCategories(program);
  addFiles(program);
  addAnalyses(program);
  addDismissals(program);
  addDatasets(program);
  addEvents(program);
  addWebhooks(program);
  addChanges(program);
  addCredentials(program);
  addPeople(program);
  addApi(program);
  addMcp(program);
  addConfig(program);
  addDoctor(program);
  addCompletion(program);
  addAdmin(program);
  return program;
}
