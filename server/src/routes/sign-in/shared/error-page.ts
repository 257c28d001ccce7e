import type { FastifyReply, FastifyRequest } from 'fastify';
import { withoutSecrets } from '../../../domain/tokens/secret.ts';
import { type AppError, catalogue } from '../../../errors.ts';
import { beginReply, replyToError } from '../../../plugins/http/error-handler.ts';
import { html } from '../../shared/html.ts';

/** Shows errors as a page if the client accepts one. Used by routes that browsers are sent to. */
export function showErrorPage(config: { publicUrl: string | undefined }) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    if (!/\btext\/html\b/u.test(request.headers.accept ?? '')) {
      replyToError(error, request, reply, config);
      return;
    }
    const problem = beginReply(error, request, reply);
    reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type('text/html; charset=utf-8')
      .send(withoutSecrets(renderPage(problem, request.id)));
  };
}

function renderPage({ code, detail }: AppError, requestId: string): string {
  const { title, fix } = catalogue[code];
  const cause = detail.endsWith(fix) ? detail.slice(0, -fix.length) : detail;
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}
code{background:#8883;padding:.1em .3em;border-radius:3px}</style></head>
<body><main><h1>${title}</h1><p>${cause}</p><h2>What to do</h2><p>${fix}</p>
<p><a href="/sign-in">Back to sign-in</a></p><p><small><code>${code}</code>, request ${requestId}</small></p></main></body></html>
`.markup;
}
