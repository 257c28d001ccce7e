import { Argument, type Command } from 'commander';
import { say } from '../terminal.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

const LOAD: Record<Shell, string> = {
  bash: "echo 'source <(quaestor completion bash)' >> ~/.bashrc",
  zsh: "echo 'source <(quaestor completion zsh)' >> ~/.zshrc   # after compinit",
  fish: 'quaestor completion fish > ~/.config/fish/completions/quaestor.fish',
};

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .summary('print a completion script for bash, zsh or fish')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action(async (shell: Shell) => {
      const { completionOf } = await import('../completion-scripts.ts');
      process.stdout.write(completionOf(program, shell));
      if (process.stdout.isTTY) say(`\nTo load it in every new shell:\n  ${LOAD[shell]}`);
    });
}
