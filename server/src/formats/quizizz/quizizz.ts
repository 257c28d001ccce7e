import type { GameSheet } from '../shared/game-sheet.ts';

const KINDS = new Map([
  ['', 'choice'],
  ['multiple choice', 'choice'],
  ['checkbox', 'several'],
  ['fill-in-the-blank', 'words'],
] as const);

export const quizizz: GameSheet = {
  header: ['question text', 'question type', 'option 1', 'option 2', 'correct answer'],
  isHelp: (cells) => cells[0]?.startsWith('Text of the question') === true,
  kindOf: (type) => KINDS.get(type.toLowerCase() as '') ?? 'unsupported',
};
