import { randomUUID } from 'node:crypto';
import { get, personOf, post, type WalkRequests } from './walk-steps.ts';

/** A well-formed passkey response that belongs to nobody. */
const NO_PASSKEY = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: 'e30',
    authenticatorData: 'AA',
    signature: 'AA',
    userHandle: 'AA',
    attestationObject: 'oA',
  },
};

/** People, their sessions and their ways to sign in. */
export const peopleRequests: WalkRequests = {
  createPerson: async () => [post('/people', { name: 'Walk', role: 'viewer' })],
  listPeople: async () => [get('/people')],
  getPerson: async (bank) => [get(`/people/${await personOf(bank)}`)],
  updatePerson: async (bank) => [
    { method: 'PATCH', url: `/people/${await personOf(bank)}`, payload: { role: 'editor' } },
  ],
  deletePerson: async (bank) => [{ method: 'DELETE', url: `/people/${await personOf(bank)}` }],
  createSignInLink: async (bank) => [post(`/people/${await personOf(bank)}/sign-in-link`)],
  listPersonSessions: async (bank) => [get(`/people/${await personOf(bank)}/sessions`)],
  deletePersonSessions: async (bank) => [{ method: 'DELETE', url: `/people/${await personOf(bank)}/sessions` }],
  createSession: async () => [post('/session', { link: 'nonsense' })],
  getSession: async () => [get('/session')],
  updateSession: async () => [{ method: 'PATCH', url: '/session', payload: { name: 'Walk' } }],
  deleteSession: async () => [{ method: 'DELETE', url: '/session' }],
  getSessionOptions: async () => [get('/session/options')],
  createPasskeySignInOptions: async () => [post('/session/passkey/options')],
  createPasskeySession: async () => [post('/session/passkey', NO_PASSKEY)],
  beginOpenidSession: async () => [get('/session/openid')],
  finishOpenidSession: async () => [get('/session/openid/callback?state=a&code=b')],
  listPasskeys: async () => [get('/passkeys')],
  createPasskeyOptions: async () => [post('/passkeys/options')],
  createPasskey: async () => [post('/passkeys', { name: 'Walk', credential: NO_PASSKEY })],
  deletePasskey: async () => [{ method: 'DELETE', url: `/passkeys/${randomUUID()}` }],
  listSessions: async () => [get('/sessions')],
  deleteOwnSession: async () => [{ method: 'DELETE', url: `/sessions/${randomUUID()}` }],
};
