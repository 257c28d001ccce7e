import type { GameSheet } from '../shared/game-sheet.ts';

const KINDS = new Map([
  ['', 'choice'],
  ['multiple choice', 'choice'],
  ['checkbox', 'several'],
  ['fill-in-the-blank', 'words'],
] as const);

/** In Quizizz's template, the row below the header explains the columns. */
export const HELP_START = 'Text of the question';

export const quizizz: GameSheet = {
  header: ['question text', 'question type', 'option 1', 'option 2', 'correct answer'],
  isHelp: (cells) => cells[0]?.startsWith(HELP_START) === true,
  kindOf: (type) => KINDS.get(type.toLowerCase() as '') ?? 'unsupported',
};
