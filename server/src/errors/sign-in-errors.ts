/** The part of the error catalogue that is about passkeys and OpenID; see errors.ts. */
export const signInErrors = {
  sign_in_expired: {
    status: 400,
    title: 'Begin again',
    cause:
      'What was begun more than 5 minutes ago, in another browser or for somebody else cannot be finished, nor can what is finished already.',
    fix: 'Begin again: request the options, or open the sign-in page, once more in the same browser.',
  },
  passkey_invalid: {
    status: 400,
    title: 'The passkey could not be verified',
    cause:
      'The response of the authenticator is for another challenge or another origin, was made without verifying the user, or has an attestation that was not asked for.',
    fix: 'Request new options by POST /passkeys/options, and create the passkey on a page of this service.',
  },
  passkey_rejected: {
    status: 401,
    title: 'The passkey was not accepted',
    cause:
      'The passkey is unknown, was deleted, belongs to another person or another site, or its response could not be verified; the response does not say which.',
    fix: 'Use another passkey, or sign in by a link; an administrator can send you a new one.',
  },
  openid_rejected: {
    status: 403,
    title: 'The provider did not sign you in',
    cause: 'The OpenID provider reported an error instead of who you are, for example because you declined.',
    fix: 'Begin again. If it persists, ask whoever runs the provider for access to this service.',
  },
  openid_email_unverified: {
    status: 403,
    title: 'The provider has not verified your email address',
    cause:
      'The first time, a person is recognised by an email address that the provider has verified, and it gave none.',
    fix: 'Verify your address at the provider and begin again, or sign in by the link of your invitation.',
  },
  openid_not_invited: {
    status: 403,
    title: 'You are not invited',
    cause:
      'Nobody with your email address is in the list of people, that person is connected with another account of the provider, or the address was changed after the invitation.',
    fix: 'Ask an administrator of this service to invite the address that you use at the provider.',
  },
  passkey_not_found: {
    status: 404,
    title: 'No such passkey',
    cause: 'You have no passkey with this id.',
    fix: 'See GET /passkeys for those you have.',
  },
  openid_not_configured: {
    status: 404,
    title: 'There is no OpenID provider',
    cause: 'This service is not connected to an OpenID provider.',
    fix: 'Sign in by a link or a passkey: GET /session/options says how. The operator connects a provider by OPENID_ISSUER.',
  },
  passkeys_unavailable: {
    status: 409,
    title: 'Passkeys need a name for this service',
    cause: 'A passkey is made for a host name, over TLS, and the service does not know its own.',
    fix: 'The operator sets PUBLIC_URL to the https origin of the service. On your own machine use http://localhost.',
  },
  passkey_exists: {
    status: 409,
    title: 'The passkey is registered already',
    cause: 'This authenticator has been registered before.',
    fix: 'Use it to sign in, or register another one.',
  },
  openid_response_invalid: {
    status: 502,
    title: 'The response of the provider is not valid',
    cause:
      'What the OpenID provider sent is not signed by its keys, is for somebody else or another sign-in, or has expired.',
    fix: 'Begin again. If it persists, the operator compares OPENID_ISSUER, OPENID_CLIENT_ID and the clocks; the log has the reason.',
  },
  openid_unavailable: {
    status: 503,
    title: 'The provider does not respond',
    cause: 'The OpenID provider could not be reached, took too long or is out of order.',
    fix: 'Try again after `Retry-After` seconds, or sign in by a link or a passkey.',
  },
} as const;
