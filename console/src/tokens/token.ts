import type { components } from '../../../client/src/index.ts';

export type Token = components['schemas']['Token'];
