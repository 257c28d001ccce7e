import fc from 'fast-check';
import { asOperator } from '../harness.ts';
import type { Bank, Caller, FuzzRequest } from './fuzz-request.ts';
import type { Operation } from './openapi-document.ts';

export function anyCaller(bank: Bank): fc.Arbitrary<Caller> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(OPERATOR) },
    {
      weight: 2,
      arbitrary: fc.constant(null).map(() => ({ headers: {}, scopes: bank.anonymousScopes, hasToken: false })),
    },
    { weight: 1, arbitrary: fc.nat({ max: 1 }).map((index) => ({ ...OPERATOR, ...bank.limited[index] })) },
    {
      weight: 1,
      arbitrary: nonsense.map((authorization) => ({ headers: { authorization }, scopes: undefined, hasToken: true })),
    },
  );
}

export const OPERATOR: Caller = { headers: asOperator, scopes: 'all', hasToken: true };

/** The status with which the operation must reject the caller, or undefined if it must admit the caller. */
export function rejectionDue({ operation, caller }: FuzzRequest): 401 | 403 | undefined {
  const { scopes, hasToken } = caller;
  if (operation.peopleOnly) return hasToken && scopes !== undefined ? 403 : 401;
  if (operation.scopes === undefined || scopes === 'all') return undefined;
  if (scopes === undefined) return 401;
  const allowed = operation.scopes.length === 0 ? hasToken : operation.scopes.some((scope) => scopes.includes(scope));
  if (allowed) return undefined;
  return hasToken ? 403 : 401;
}

/** False for OAuth operations, where the header authenticates a client. */
export function sendsToken({ oauth }: Operation): boolean {
  return !oauth;
}

const printable = fc.string({ unit: 'grapheme-ascii', maxLength: 40 });
const nonsense = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'Bearer',
    'Bearer ',
    'bearer x',
    'Basic eDp5',
    'Digest x',
    asOperator.authorization.slice(7),
  ),
  fc.constantFrom(`Bearer qst_${'0'.repeat(36)}`, `Bearer qat_${'0'.repeat(36)}`, `Bearer  ${'x'.repeat(5000)}`),
  fc.constantFrom(`${asOperator.authorization}x`, asOperator.authorization.slice(0, -1), 'Bearer a.b.c', 'Bearer é'),
  printable.map((text) => `Bearer ${text}`),
  printable,
);
