import type { GameSheet } from '../shared/game-sheet.ts';

export const kahoot: GameSheet = { header: ['question', 'answer 1', 'answer 2', 'time limit', 'correct answer'] };
