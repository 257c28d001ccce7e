/** @module-tag release */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../support/service.ts';
import { COMMAND } from './command-line.ts';

/** Tests completion in real shells. */
const directory = await temporaryDirectory();
afterAll(() => directory.remove());
const script = (shell: string) => path.join(directory.path, `quaestor.${shell}`);
/** CI fails if a shell is missing. */
const isInstalled = (program: string) => process.env['CI'] === 'true' || spawnSync('which', [program]).status === 0;

beforeAll(() => {
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(script(shell), execFileSync('node', [COMMAND, 'completion', shell]));
});

/** The typed text and the expected completions. */
const CASES: [string, string[]][] = [
  ['quaestor question hi', ['history']],
  ['quaestor q cre', ['create']],
  ['quaestor --quiet analysis pl', ['plot']],
  ['quaestor import --dry', ['--dry-run']],
  ['quaestor import --mode ', ['all_or_nothing', 'valid_only']],
  ['quaestor question list --prof', ['--profile']],
  ['quaestor completion ', ['bash', 'fish', 'zsh']],
];

it.each(CASES)('completes "%s" in bash', (typed, offered) => {
  const words = typed.split(' ');
  const asked = `source ${script('bash')}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _quaestor; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const found = execFileSync('bash', ['--norc', '-c', asked], { encoding: 'utf8' });
  expect(found.trim().split('\n').sort()).toEqual(offered);
});

it.skipIf(!isInstalled('fish')).each(CASES)('completes "%s" in fish', (typed, offered) => {
  const found = execFileSync('fish', ['--no-config', '-c', `source ${script('fish')}; complete -C '${typed}'`], {
    encoding: 'utf8',
    env: { ...process.env, HOME: directory.path },
  });
  const names = found
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[0]);
  expect(names.sort()).toEqual(offered);
});

describe.skipIf(!isInstalled('zsh') || !isInstalled('tmux'))('zsh, in a terminal', () => {
  it.each([
    ['quaestor question hi', 'quaestor question history'],
    ['quaestor import --dry', 'quaestor import --dry-run'],
    ['quaestor import --mode v', 'quaestor import --mode valid_only'],
  ])('completes "%s"', async (typed, completed) => {
    // A new socket each time, because a server that is stopping still holds its own.
    const socket = path.join(directory.path, `tmux-${crypto.randomUUID()}`);
    const home = path.join(directory.path, 'home');
    mkdirSync(home, { recursive: true });
    writeFileSync(
      path.join(home, '.zshrc'),
      `autoload -U compinit; compinit -u; source ${script('zsh')}; PS1='ready> '\n`,
    );
    const tmux = (...args: string[]) =>
      execFileSync('tmux', ['-S', socket, ...args], {
        encoding: 'utf8',
        env: { ...process.env, HOME: home, ZDOTDIR: home },
      });
    tmux('new-session', '-d', '-x', '100', '-y', '30', 'zsh');
    onTestFinished(() => void tmux('kill-server'));
    const until = async (words: string) => {
      let screen = '';
      for (let attempts = 0; attempts < 600; attempts += 1) {
        screen = tmux('capture-pane', '-p');
        if (screen.includes(words)) break;
        await wait(50);
      }
      expect(screen).toContain(words);
    };
    await until('ready>');
    tmux('send-keys', typed, 'Tab');
    await until(completed);
  });
});
