import { VERSION } from '../../config/version.ts';
import type { Deps } from '../../deps.ts';
import { varyBy } from '../../plugins/http/vary.ts';
import { route } from '../route.ts';
import { responses } from '../shared/responses.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';

const LINKS = {
  documentation: '/docs',
  openapi: '/openapi.json',
  questions: '/questions',
  analysis: '/analysis',
  categories: '/categories',
  current_token: '/tokens/current',
  health: '/healthz',
  readiness: '/readyz',
};

const text = { type: 'string' };
const home = { name: 'Quaestor', version: VERSION, ...LINKS };
const Home = {
  type: 'object',
  properties: Object.fromEntries(Object.keys(home).map((name) => [name, text])),
  required: Object.keys(home),
  additionalProperties: false,
  examples: [home],
};

/** Links for programs, and a page for people. */
export const getHome = ({ config }: Deps) =>
  route({
    method: 'GET',
    url: '/',
    config: { json: false, cost: 0 },
    schema: {
      operationId: 'getHome',
      tags: ['system'],
      security: OPEN_TO_ALL,
      summary: 'Links to everything, or a page when asked for HTML',
      response: {
        ...responses({}, [400]),
        200: {
          description: 'The links',
          content: {
            'application/json': { schema: Home },
            'text/html': { schema: { type: 'string', examples: ['<!doctype html>…'] } },
          },
        },
      },
    },
    handler: async (request, reply) => {
      varyBy(reply, 'accept');
      if (!/\btext\/html\b/u.test(request.headers.accept ?? '')) return home;
      return reply
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
        .type('text/html; charset=utf-8')
        .send(renderPage(describeToken(config)));
    },
  });

/** Returns HTML. The page is public: it says where to look, and nothing beyond the documentation. */
function describeToken({ bootstrapToken, authIssuer }: Deps['config']): string {
  const operator =
    bootstrapToken === undefined
      ? 'the first start printed the operator’s token and keeps it in <code>admin-token</code> in its data directory (<code>.quaestor</code>)'
      : 'the operator’s token is the value of <code>BOOTSTRAP_TOKEN</code>';
  const others =
    authIssuer === undefined
      ? 'Everybody else gets one from the operator.'
      : 'Everybody else gets one from the issuer of this service.';
  return `If you run this service, ${operator}. ${others}`;
}

function renderPage(token: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Quaestor</title>
<style>
:root{color-scheme:light dark;--surface:#fff;--sunken:#f1f3f6;--line:#e4e7ec;--text:#171a21;--text2:#474e5c;--accent:#2b53c6}
@media(prefers-color-scheme:dark){:root{--surface:#14171d;--sunken:#1a1e26;--line:#262b35;--text:#e9ebef;--text2:#b5bbc6;--accent:#9ab3ff}}
body{font:14px/20px system-ui,sans-serif;max-width:40rem;margin:48px auto;padding:0 16px;background:var(--surface);color:var(--text)}
h1{font-size:20px;line-height:28px;font-weight:600}h2{font-size:14px;font-weight:600;margin-top:24px}
a{color:var(--accent)}a:focus-visible{outline:2px solid;outline-offset:2px}p,dd{color:var(--text2)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:8px 16px;border-top:1px solid var(--line);padding-top:16px}dd{margin:0}
code,pre{font:13px/20px ui-monospace,monospace;background:var(--sunken);border-radius:4px}code{padding:1px 4px}pre{padding:12px;overflow-x:auto}
</style>
<main><h1>Quaestor</h1><p>A question database and analysis service. This is its API; it is running.</p>
<dl><dt><a href="/docs">/docs</a></dt><dd>every operation, with examples to try</dd>
<dt><a href="/openapi.json">/openapi.json</a></dt><dd>the same for programs</dd>
<dt><a href="/healthz">/healthz</a>, <a href="/readyz">/readyz</a></dt><dd>whether it works</dd></dl>
<h2>The token</h2><p>${token}</p>
<pre>curl -H "Authorization: Bearer $TOKEN" "$ORIGIN/questions?limit=3"</pre></main></html>
`;
}
