import { Command } from 'commander';
import { addAccess } from './commands/access.ts';
import { addAdmin } from './commands/admin.ts';
import { addAnalyses } from './commands/analysis.ts';
import { addApi } from './commands/api.ts';
import { addFiles } from './commands/files.ts';
import { addQuestions } from './commands/questions.ts';
import { addStart } from './commands/start.ts';
import { withoutColour } from './terminal.ts';

const VERSION = '0.1.0';

/** All commands; nothing is done before `parseAsync`. */
export function makeProgram(): Command {
  const program = new Command('quaestor')
    .description('Questions and what is wrong with them, from the command line.')
    .version(VERSION)
    .option('--url <address>', 'of the service; QUAESTOR_URL, the profile, or http://127.0.0.1:8080')
    .option('--profile <name>', 'as `quaestor login` has kept it; QUAESTOR_PROFILE')
    .option('--json [fields]', 'data as JSON; of the fields given, such as id,category')
    .option('--no-color', 'no colours; NO_COLOR')
    .showSuggestionAfterError()
    .showHelpAfterError('quaestor --help shows what there is.')
    .exitOverride()
    .hook('preAction', (command) => {
      if (!command.opts<{ color: boolean }>().color) withoutColour();
    });
  addStart(program);
  addAccess(program);
  addQuestions(program);
  addFiles(program);
  addAnalyses(program);
  addApi(program);
  addAdmin(program);
  return program;
}
