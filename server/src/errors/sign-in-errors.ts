/** The part of the error catalogue that is about passkeys and OpenID; see errors.ts. */
export const signInErrors = {
  sign_in_expired: {
    status: 400,
    title: 'Sign-in expired',
    cause:
      'The attempt was started more than 5 minutes ago, in another browser or for another person, or it is already finished.',
    fix: 'Start again in the same browser: request the options, or open the sign-in page, once more.',
  },
  passkey_invalid: {
    status: 400,
    title: 'The passkey could not be verified',
    cause:
      'The response of the authenticator is for another challenge or another origin, was made without verifying the user, or has an attestation that was not requested.',
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
    fix: 'Try again. If the problem persists, ask the operator of the provider for access to this service.',
  },
  openid_email_unverified: {
    status: 403,
    title: 'The provider has not verified your email address',
    cause:
      'At the first sign-in, a person is recognised by an email address that the provider has verified, and it sent none.',
    fix: 'Verify your address at the provider and try again, or sign in by the link of your invitation.',
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
    fix: 'GET /passkeys lists your passkeys.',
  },
  openid_not_configured: {
    status: 404,
    title: 'No OpenID provider is configured',
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
    title: 'The passkey is already registered',
    cause: 'This authenticator has been registered before.',
    fix: 'Use it to sign in, or register another one.',
  },
  openid_response_invalid: {
    status: 502,
    title: 'The response of the provider is invalid',
    cause:
      'The response of the OpenID provider is not signed by its keys, is for another person or another sign-in, or has expired.',
    fix: 'Try again. If the problem persists, the operator should check OPENID_ISSUER, OPENID_CLIENT_ID and the clocks; the log has the reason.',
  },
  openid_unavailable: {
    status: 503,
    title: 'The provider does not respond',
    cause: 'The OpenID provider could not be reached, took too long or is out of order.',
    fix: 'Try again after `Retry-After` seconds, or sign in by a link or a passkey.',
  },
} as const;
