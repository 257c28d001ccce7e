export const DIFFICULTIES = [
  { level: 0, name: 'Basic' },
  { level: 1, name: 'Intermediate' },
  { level: 2, name: 'Advanced' },
] as const;

export const DIFFICULTY_LEVELS: readonly number[] = DIFFICULTIES.map((difficulty) => difficulty.level);
