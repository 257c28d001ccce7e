/** Explanations of the library's messages for readers who are new to OAuth. */
const EXPLAINED: Readonly<Record<string, string>> = {
  'no client authentication mechanism provided':
    'Send the id and the secret of a client: by Basic, or as `client_id` and `client_secret` in the body. POST /clients creates one.',
  "missing required parameter 'grant_type'": 'Send `grant_type=client_credentials`.',
  'unsupported grant_type requested': 'Only `grant_type=client_credentials` is supported.',
  'client authentication failed': 'The client is unknown, or its secret is wrong.',
  'requested scope is not allowed':
    'The client lacks one of these scopes. Leave out `scope` to get all that it has; GET /clients lists them.',
};

/** A rejection of an OAuth endpoint with a description that says what to do; other replies as they are. */
export function explainRejection(status: number, body: string): string {
  if (status < 400 || body === '') return body;
  const rejection = JSON.parse(body) as { error_description?: string };
  const explained = EXPLAINED[rejection.error_description ?? ''];
  return explained === undefined ? body : JSON.stringify({ ...rejection, error_description: explained });
}
