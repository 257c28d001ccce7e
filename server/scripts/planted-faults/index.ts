import { CONSOLE, END_TO_END } from './end-to-end.ts';
import type { PlantedFault } from './fault.ts';
import { ACCESS, DATABASE, PURE, STATUSES } from './server.ts';

const GROUPS = {
  statuses: STATUSES,
  access: ACCESS,
  database: DATABASE,
  pure: PURE,
  'end-to-end': END_TO_END,
  console: CONSOLE,
};

/** The lists by name: `gate` contains all of them, the others are its parts. */
export const PLANTED: Readonly<Record<string, readonly PlantedFault[]>> = {
  gate: Object.values(GROUPS).flat(),
  ...GROUPS,
};
