import { optionalIssuer, optionalText, setting, text } from './setting.ts';

/** Part of the table in settings.ts: the OpenID provider where people may sign in. */
export const openidSettings = {
  openidIssuer: setting(
    'OPENID_ISSUER',
    '',
    optionalIssuer,
    'An OpenID Connect provider (Keycloak, Entra ID, Google …) where people may sign in, exactly as its metadata name it. Needs `OPENID_CLIENT_ID` and `PUBLIC_URL`; the provider must allow the redirect URI `{PUBLIC_URL}/session/openid/callback`.',
  ),
  openidClientId: setting('OPENID_CLIENT_ID', '', optionalText, 'The id of this service at the provider.'),
  openidClientSecret: setting(
    'OPENID_CLIENT_SECRET',
    '',
    optionalText,
    'The secret of this service at the provider. Empty: a public client, protected by PKCE alone.',
  ),
  openidName: setting(
    'OPENID_NAME',
    'OpenID',
    text,
    'The name of the provider on the sign-in page, such as that of your organisation.',
  ),
} as const;
