import { quaestor } from '../api/client.ts';

type Assertion = Parameters<typeof quaestor.sessions.signInWithPasskey>[0];
type Registration = Parameters<typeof quaestor.passkeys.create>[0]['credential'];

/** Signs in with one of the browser's passkeys for this service. */
export async function signInWithPasskey() {
  const options = await quaestor.sessions.passkeyOptions();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return quaestor.sessions.signInWithPasskey(credential.toJSON() as unknown as Assertion);
}

/** Lets the browser create a passkey, and stores its public part under a name. */
export async function addPasskey(name: string) {
  const options = await quaestor.passkeys.options();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return quaestor.passkeys.create({ name, credential: credential.toJSON() as unknown as Registration });
}
