import type { components } from '../../../client/src/index.ts';

export type Person = components['schemas']['Person'];

export const ROLES = ['viewer', 'analyst', 'editor', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

export interface Invited {
  name: string;
  link: string;
}
