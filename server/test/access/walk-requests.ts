import type { PlantedBank } from './planted-bank.ts';
import { analysisRequests } from './walk-analyses.ts';
import { bankRequests } from './walk-bank.ts';
import { peopleRequests } from './walk-people.ts';
import { questionRequests } from './walk-questions.ts';
import { get, post, type WalkRequests } from './walk-steps.ts';
import { teamRequests } from './walk-team.ts';

/**
 * Requests to every operation that may touch an answer, by its name in openapi.json. They are created anew each time:
 * what they change was created for them.
 */
export const walkRequests: WalkRequests = {
  ...questionRequests,
  ...analysisRequests,
  ...bankRequests,
  ...teamRequests,
  ...peopleRequests,
  createWebhook: async () => [post('/webhooks', { url: 'https://walk.example.com/' })],
  listWebhooks: async () => [get('/webhooks')],
  getWebhook: async (bank) => [get(`/webhooks/${await webhookOf(bank)}`)],
  updateWebhook: async (bank) => [
    { method: 'PATCH', url: `/webhooks/${await webhookOf(bank)}`, payload: { categories: ['science'] } },
  ],
  deleteWebhook: async (bank) => [{ method: 'DELETE', url: `/webhooks/${await webhookOf(bank)}` }],
  rotateWebhook: async (bank) => [post(`/webhooks/${await webhookOf(bank)}/rotate`, {})],
  testWebhook: async (bank) => [post(`/webhooks/${await webhookOf(bank)}/test`)],
  listWebhookDeliveries: async (bank) => {
    const id = await webhookOf(bank);
    await bank.ask(post(`/webhooks/${id}/test`), bank.full);
    return [get(`/webhooks/${id}/deliveries`)];
  },
  replayWebhookDelivery: async (bank) => {
    const id = await webhookOf(bank);
    const made = await bank.ask(post(`/webhooks/${id}/test`), bank.full);
    return [post(`/webhooks/${id}/deliveries/${made.json<{ id: string }>().id}/replay`)];
  },
  replayFailedDeliveries: async (bank) => [
    post(`/webhooks/${await webhookOf(bank)}/replay`, { since: '2026-01-01T00:00:00.000Z' }),
  ],
  createToken: async () => [post('/tokens', { name: 'walk', scopes: ['questions:play'] })],
  listTokens: async () => [get('/tokens')],
  getCurrentToken: async () => [get('/tokens/current')],
  getToken: async (bank) => [get(`/tokens/${await keyOf(bank)}`)],
  revokeToken: async (bank) => [{ method: 'DELETE', url: `/tokens/${await keyOf(bank)}` }],
  rotateToken: async (bank) => [post(`/tokens/${await keyOf(bank)}/rotate`, {})],
  createClient: async () => [post('/clients', { name: 'walk', scopes: ['questions:play'] })],
  listClients: async () => [get('/clients')],
  getClient: async (bank) => [get(`/clients/${await clientOf(bank)}`)],
  rotateClient: async (bank) => [post(`/clients/${await clientOf(bank)}/rotate`, {})],
  deleteClient: async (bank) => [{ method: 'DELETE', url: `/clients/${await clientOf(bank)}` }],
  listEvents: async () => [get('/events?limit=1000')],
  listAuditLog: async () => [get('/audit-log?limit=1000')],
  getOauthServerMetadata: async () => [get('/.well-known/oauth-authorization-server')],
  getProtectedResourceMetadata: async () => [get('/.well-known/oauth-protected-resource')],
  getHome: async () => [get('/')],
  getHealth: async () => [get('/healthz')],
  getReadiness: async () => [get('/readyz')],
  getMetrics: async () => [get('/metrics')],
  getProblem: async () => [get('/problems/insufficient_scope')],
  issueAccessToken: async () => [post('/oauth/token', { grant_type: 'client_credentials' })],
  revokeAccessToken: async () => [post('/oauth/revoke', { token: 'nonsense' })],
  introspectAccessToken: async () => [post('/oauth/introspect', { token: 'nonsense' })],
};

async function webhookOf(bank: PlantedBank): Promise<string> {
  const made = await bank.ask(post('/webhooks', { url: 'https://walk.example.com/' }), bank.full);
  return made.json<{ id: string }>().id;
}

async function keyOf(bank: PlantedBank): Promise<string> {
  const made = await bank.ask(post('/tokens', { name: 'walk', scopes: ['questions:play'] }), bank.full);
  return made.json<{ id: string }>().id;
}

async function clientOf(bank: PlantedBank): Promise<string> {
  const made = await bank.ask(post('/clients', { name: 'walk', scopes: ['questions:play'] }), bank.full);
  return made.json<{ client_id: string }>().client_id;
}
