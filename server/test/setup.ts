import { afterAll } from 'vitest';
import { endAll } from './file-end.ts';

// Modules stay from file to file, hooks do not: this runs before each file.
afterAll(endAll);
