import type { GameSheet } from '../shared/game-sheet.ts';

export const blooket: GameSheet = { header: ['question #', 'question text', 'answer 1', 'answer 2', 'correct answer'] };
