import fc from 'fast-check';
import { SCOPES } from '../../src/domain/tokens/scope.ts';
import type { Bank } from './fuzz-request.ts';
import type { Operation } from './openapi-document.ts';
import { pickFrom, validText } from './schema-arbitrary.ts';

/** Parameters of a permanent client, which an OAuth endpoint must accept. */
export function validLogin({ id }: Operation, bank: Bank): fc.Arbitrary<Record<string, string>> {
  const parameters =
    id === 'issueAccessToken'
      ? fc.record(
          {
            grant_type: fc.constant('client_credentials'),
            scope: fc.subarray([...SCOPES]).map((scopes) => scopes.join(' ')),
            nonce: validText(0, 50),
          },
          { requiredKeys: ['grant_type'], noNullPrototype: true },
        )
      : fc.record(
          {
            token: fc.oneof(
              pickFrom(() => bank.accessTokens),
              validText(1, 50),
            ),
            token_type_hint: fc.constantFrom('access_token', 'refresh_token', 'nonsense'),
          },
          { requiredKeys: ['token'], noNullPrototype: true },
        );
  return parameters.map((given) => ({ ...bank.login, ...given }));
}

/** The same parameters with a wrong id or secret. */
export function wrongLogin(operation: Operation, bank: Bank): fc.Arbitrary<Record<string, string>> {
  return fc
    .tuple(validLogin(operation, bank), fc.constantFrom('client_id', 'client_secret'), validText(1, 50))
    .map(([login, field, wrong]) => ({ ...login, [field]: wrong }));
}
