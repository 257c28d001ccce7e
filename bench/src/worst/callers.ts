import { createKey } from '../guarded.ts';

/** Callers without a token, with a junk token, and with keys of increasing permissions. */
export const CALLER_KINDS = ['none', 'junk', 'player', 'editor', 'manager'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

const SCOPES = {
  player: ['questions:play'],
  editor: [
    'questions:read',
    'questions:write',
    'questions:delete',
    'analysis:read',
    'analysis:run',
    'audit:read',
    'events:read',
  ],
};

export async function createCaller(
  origin: string,
  kind: CallerKind,
  operatorToken: string,
): Promise<string | undefined> {
  switch (kind) {
    case 'none':
      return undefined;
    case 'junk':
      return 'j'.repeat(8000);
    case 'manager':
      return operatorToken;
    case 'player':
    case 'editor':
      return createKey(origin, SCOPES[kind]);
  }
}
