import { afterAll } from 'vitest';
import { endAll } from './file-end.ts';

// Modules persist between files, hooks do not: this runs before each file.
afterAll(endAll);
