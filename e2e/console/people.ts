import { expect } from 'vitest';
import { json } from '../support/service.ts';
import { type Place, sharedPlace } from './shared-place.ts';

export type Role = 'viewer' | 'analyst' | 'editor' | 'administrator';

/** Creates a person, and returns the secret of the sign-in link. */
export async function invite(role: Role, name = 'Marta Keller', at: Place = sharedPlace()): Promise<string> {
  const { headers, ...request } = json({ name, role });
  const reply = await fetch(`${at.origin}/people`, {
    ...request,
    headers: { ...headers, authorization: at.authorization },
  });
  expect(reply.status).toBe(201);
  const { sign_in_link } = (await reply.json()) as { sign_in_link: string };
  return new URL(sign_in_link).hash.slice(1);
}
