import type { Operation } from './openapi-document.ts';

/** Only previous values of the question may be sent back. */
const unknownTimes = { created_at: undefined, updated_at: undefined };

/** Applies rules that the schema cannot express. Keys never manage tokens or people: asking for that is invalid. */
export function grantable({ id }: Operation, value: unknown): unknown {
  if (id === 'putQuestionByExternalId')
    return { ...(value as object), id: undefined, external_id: undefined, version: undefined, ...unknownTimes };
  if (id === 'updateQuestion' || id === 'patchQuestion') {
    const { version, ...fields } = value as { version?: number };
    return { ...fields, ...(version !== undefined && { version: 1 }), ...unknownTimes }; // every question has had it
  }
  // A URL has rules of its own, and types require scopes.
  if (id === 'createWebhook' || id === 'updateWebhook')
    return { ...(value as object), url: 'https://fuzz.example.com/', types: null, categories: null };
  // An address has rules of its own, and belongs to one person.
  if (id === 'createPerson' || id === 'updatePerson') return { ...(value as object), email: undefined };
  if (id !== 'createToken') return value;
  const { scopes, ...rest } = value as { scopes: string[] };
  const kept = scopes.filter((scope) => scope !== 'tokens:manage' && scope !== 'people:manage');
  return { ...rest, scopes: kept.length === 0 ? ['questions:read'] : kept };
}
