import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

/**
 * Sends bad tokens at a steady rate until SIGTERM: `node attacker.ts <origin> <requests per second> <a client's id>
 * [<X-Forwarded-For>]`. It is a separate program, so that it does not slow down the other callers, and prints the
 * replies by status.
 */
const [, , origin = '', rate = '1000', clientId = '', forwardedFor] = process.argv;
const TICK_MS = 10;
/** Limits memory if the service does not reply. */
const MAX_IN_PROGRESS = 2000;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const agent = new Agent({ keepAlive: true, maxSockets: 100 });
const met: Record<string, number> = {};
let underWay = 0;
let sent = 0;

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place += 1) {
    digits = `${BASE62[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Generates a well-formed token with a valid checksum that belongs to nobody. */
function unknownSecret(prefix: string): string {
  const random = Array.from(randomBytes(30), (byte) => BASE62[byte % 62]).join('');
  return `${prefix}${random}${checksum(random)}`;
}

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const login = { method: 'POST', path: '/oauth/token', body: 'grant_type=client_credentials' };

interface Attack {
  method?: string;
  path?: string;
  authorization?: string;
  body?: string;
}

/** These are used in turn, so that each makes up a tenth of the load. */
const attacks: (() => Attack)[] = [
  () => ({ authorization: `Bearer ${randomBytes(24).toString('hex')}` }),
  () => ({ authorization: `Bearer ${unknownSecret('qst_').slice(0, -1)}!` }),
  () => ({ authorization: `Bearer ${unknownSecret('qst_')}` }),
  () => ({ authorization: `Bearer ${unknownSecret('qat_')}` }),
  () => ({ authorization: 'Bearer' }),
  () => ({ authorization: `Token ${unknownSecret('qst_')}`, path: '/questions/facets' }),
  () => ({ path: '/no/such/path', authorization: `Bearer ${unknownSecret('qst_')}` }),
  () => ({ path: '/openapi.json' }),
  () => ({ ...login, authorization: basic(clientId, unknownSecret('qcs_')) }),
  () => ({ ...login, authorization: basic(randomUUID(), unknownSecret('qcs_')) }),
];

function send({ method = 'GET', path = '/questions?limit=1', authorization, body }: Attack): void {
  underWay += 1;
  const count = (name: string) => {
    underWay -= 1;
    met[name] = (met[name] ?? 0) + 1;
  };
  const headers = {
    ...(authorization !== undefined && { authorization }),
    ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
  };
  request(`${origin}${path}`, { agent, method, headers }, (response) => {
    response.resume().on('close', () => count(String(response.statusCode)));
  })
    .on('error', () => count('error'))
    .end(body);
}

let stopped = false;
process.on('SIGTERM', () => {
  stopped = true;
});
const startedAt = performance.now();
while (!stopped) {
  const due = ((performance.now() - startedAt) / 1000) * Number(rate);
  while (sent < due && underWay < MAX_IN_PROGRESS) {
    send((attacks[sent % attacks.length] as () => Attack)());
    sent += 1;
  }
  await wait(TICK_MS);
}
process.stdout.write(JSON.stringify({ seconds: (performance.now() - startedAt) / 1000, sent, met }));
process.exit(0);
