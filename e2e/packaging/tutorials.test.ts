/** @module-tag release */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort, json, type Service, startService, temporaryDirectory } from '../support/service.ts';

/** Follows the pages of docs/tutorials as a reader would: saves their files and runs their commands, in order. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const directory = await temporaryDirectory();
let service: Service;
let tokenFile: string;

beforeAll(async () => {
  service = await startService({ DATA_DIR: directory.path, OVERLOAD_DELAY_MS: '0' }, ['--demo']);
  tokenFile = path.join(directory.path, 'token');
  await writeFile(tokenFile, service.authorization.slice('Bearer '.length));
});
afterAll(async () => {
  await service.end();
  await directory.remove();
});

interface Tutorial {
  /** All commands, in order, as one script. */
  script: string;
  /** The files, by the names that the page gives them. */
  files: Map<string, string>;
}

/** Replaces the reader's URLs, folders and files with those of this test. */
async function readTutorial(name: string, places: Readonly<Record<string, string>>): Promise<Tutorial> {
  let page = await readFile(path.join(ROOT, 'docs/tutorials', name), 'utf8');
  const all = { 'http://127.0.0.1:8080': service.origin, '.quaestor/admin-token': tokenFile, ...places };
  for (const [shown, real] of Object.entries(all)) {
    expect(page, name).toContain(shown);
    page = page.replaceAll(shown, real);
  }
  const commands = [...page.matchAll(/^```sh(?: no-run)?\n([^]*?)^```$/gmu)].map(([, text = '']) => text);
  const files = [...page.matchAll(/`([^`\n]+\.mjs)`:\n\n```js\n([^]*?)^```$/gmu)];
  expect(files.length, 'every program has a name').toBe([...page.matchAll(/^```js$/gmu)].length);
  return {
    script: ['set -e', ...commands].join('\n'),
    files: new Map(files.map(([, file = '', text = '']) => [file, text])),
  };
}

async function start({ script, files }: Tutorial, folder: string): Promise<ChildProcess & { printed(): string }> {
  await mkdir(folder, { recursive: true });
  for (const [file, text] of files) await writeFile(file, text);
  const shell = spawn('bash', ['-c', script], { cwd: ROOT, detached: true });
  onTestFinished(() => {
    if (shell.exitCode === null && shell.pid !== undefined) process.kill(-shell.pid);
  });
  let printed = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (piece: Buffer) => {
      printed += piece.toString();
    });
  return Object.assign(shell, { printed: () => printed });
}

/** Waits for output of the program, or for its end. */
async function until(shell: ChildProcess & { printed(): string }, seen: () => boolean): Promise<void> {
  while (!seen()) {
    if (shell.exitCode !== null) throw new Error(`ended with ${shell.exitCode}: ${shell.printed()}`);
    await wait(20);
  }
}

interface Known {
  id: string;
  question_text: string;
  correct_answer: string;
  difficulty: number;
}

describe('a quiz in 40 lines', () => {
  it('has at most 40 lines', async () => {
    const { files } = await readTutorial('quiz.md', {});
    expect([...files.values()].map((text) => text.trim().split('\n').length)).toEqual([
      expect.toSatisfy((n) => n <= 40),
    ]);
  });

  it('accepts a letter, a full answer and a wrong one', { timeout: 600_000 }, async () => {
    const folder = path.join(directory.path, 'quiz');
    const shell = await start(await readTutorial('quiz.md', { '../quiz': folder }), folder);
    const shown: string[] = [];
    for (let round = 1; round <= 5; round += 1) {
      const screen = () => shell.printed().split(`\n${round}. `)[1] ?? '';
      await until(shell, () => screen().includes('\n> '));
      const [text = ''] = screen().split('\n');
      shown.push(text);
      const answer = await answerOf(text);
      const letter = new RegExp(`^ {3}([a-z])\\) ${RegExp.escape(answer)}$`, 'mu').exec(screen())?.[1];
      shell.stdin?.write(
        `${round === 5 ? 'no idea at all' : ((round % 2 === 1 ? letter : undefined) ?? answer.toUpperCase())}\n`,
      );
    }
    await once(shell, 'close');
    expect(new Set(shown).size).toBe(5);
    expect(shell.printed()).toContain('You have 4 of 5.');
    expect(shell.printed().match(/Right!|Wrong\./gu)).toEqual(['Right!', 'Right!', 'Right!', 'Right!', 'Wrong.']);
  });
});

/** Reads the correct answer as the operator. */
async function answerOf(text: string): Promise<string> {
  const reply = await service.fetch('/questions?category=Geography&limit=1000');
  const { data } = (await reply.json()) as { data: Known[] };
  const found = data.find(({ question_text }) => question_text === text);
  if (found === undefined) throw new Error(`no question has the text ${text}`);
  return found.correct_answer;
}

describe('an evaluation of a language model', () => {
  it('scores the answers of the model for each level', { timeout: 600_000 }, async () => {
    const folder = path.join(directory.path, 'evaluation');
    const places = { '../evaluation': folder, '11434': String(await freePort()) };
    const shell = await start(await readTutorial('evaluate-a-model.md', places), folder);
    const [code] = (await once(shell, 'close')) as [number | null];
    expect(code, shell.printed()).toBe(0);
    const lines = shell.printed().matchAll(/^(\w+): (\d+) of (\d+) right, \d+% \(\d+% to \d+%\)$/gmu);
    const scores = [...lines].map(([, level, right, asked]) => [level, Number(right), Number(asked)]);
    expect(scores).toEqual(await expectedScores());
  });
});

/**
 * The score for choosing the first option of the first 60 questions, computed from the answers that only the operator
 * sees.
 */
async function expectedScores(): Promise<[string, number, number][]> {
  const made = await service.fetch('/tokens', json({ name: 'player', scopes: ['questions:play'] }));
  const { token } = (await made.json()) as { token: string };
  const url = '/questions?category=Geography&category=Science&limit=60';
  const asPlayer = await service.fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const { data: played } = (await asPlayer.json()) as { data: { options: string[] | null }[] };
  const { data: known } = (await (await service.fetch(url)).json()) as { data: Known[] };
  const scores = ['Basic', 'Intermediate', 'Advanced'].map((level): [string, number, number] => [level, 0, 0]);
  for (const [index, { correct_answer, difficulty }] of known.entries()) {
    const score = scores[difficulty];
    if (score === undefined) continue;
    score[2] += 1;
    if (played[index]?.options?.[0] === correct_answer) score[1] += 1;
  }
  return scores.filter(([, , asked]) => asked > 0);
}
