import { didYouMean } from '../../domain/names/nearest-name.ts';
import { AppError, catalogue, type ErrorCode } from '../../errors.ts';
import { route } from '../route.ts';
import { responses } from '../shared/responses.ts';
import { OPEN_TO_ALL } from '../shared/security.ts';

const ProblemKind = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    status: { type: 'integer' },
    title: { type: 'string' },
    cause: { type: 'string' },
    fix: { type: 'string' },
  },
  required: ['code', 'status', 'title', 'cause', 'fix'],
  additionalProperties: false,
  examples: [{ code: 'rate_limited', ...catalogue.rate_limited }],
};

/** The `type` of every problem leads here: cause and fix, as JSON for programs and as a page for people. */
export const getProblem = () =>
  route<{ Params: { code: string } }>({
    method: 'GET',
    url: '/problems/:code',
    config: { json: false },
    schema: {
      operationId: 'getProblem',
      tags: ['system'],
      security: OPEN_TO_ALL,
      summary: 'Cause and fix of an error code',
      params: { type: 'object', properties: { code: { type: 'string' } } },
      response: {
        ...responses({}, [400, 404]),
        200: {
          description: 'The problem explained; a page when asked for HTML',
          content: {
            'application/json': { schema: ProblemKind },
            'text/html': { schema: { type: 'string', examples: ['<!doctype html>…'] } },
          },
        },
      },
    },
    handler: async (request, reply) => {
      const { code } = request.params;
      if (!Object.hasOwn(catalogue, code)) {
        throw new AppError('problem_not_found', {
          detail: `Unknown code "${code.slice(0, 100)}".${didYouMean(code, Object.keys(catalogue))}`,
        });
      }
      const problem = { code, ...catalogue[code as ErrorCode] };
      if (/^text\/html\b/u.test(request.headers.accept ?? '')) {
        return reply
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
          .type('text/html; charset=utf-8')
          .send(renderPage(problem));
      }
      return reply.send(problem);
    },
  });

/** Only for texts of our own catalogue; backquotes mark code. */
function renderPage(problem: { code: string; status: number; title: string; cause: string; fix: string }): string {
  const mark = (text: string) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replace(/`([^`]+)`/gu, '<code>$1</code>');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${problem.code}</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}
code{background:#8883;padding:.1em .3em;border-radius:3px}</style>
<main><h1>${mark(problem.title)}</h1><p><code>${problem.code}</code>, HTTP ${problem.status}</p>
<h2>Cause</h2><p>${mark(problem.cause)}</p><h2>Fix</h2><p>${mark(problem.fix)}</p></main></html>
`;
}
