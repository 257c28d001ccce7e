import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { PermissionError } from '../../client/src/index.ts';
import { explain } from './errors.ts';
import { bounded, MAX_RESOURCE_CHARACTERS } from './text.ts';
import type { Call } from './tool.ts';
import { readPlot } from './tools/plot.ts';

const LISTED = 20;
const JSON_TYPE = 'application/json';

/** Questions, analyses and their plots as resources. */
export function addResources(server: McpServer, callOf: (context: ServerContext) => Call): void {
  const asJson = (uri: URL, value: object) => ({
    contents: [
      {
        uri: uri.href,
        mimeType: JSON_TYPE,
        text: bounded(value, 'The whole text is available through the API of the service.', MAX_RESOURCE_CHARACTERS),
      },
    ],
  });
  server.registerResource(
    'question',
    new ResourceTemplate('quaestor://questions/{id}', { list: undefined }),
    { title: 'A question', description: 'A whole question, by its id.', mimeType: JSON_TYPE },
    async (uri, { id }, context) =>
      withErrors(callOf(context), async ({ quaestor, options }) =>
        asJson(uri, await quaestor.questions.get(String(id), options)),
      ),
  );
  server.registerResource(
    'analysis',
    new ResourceTemplate('quaestor://analyses/{id}', { list: (context) => withErrors(callOf(context), listAnalyses) }),
    { title: 'An analysis', description: 'An analysis with its findings and its whole result.', mimeType: JSON_TYPE },
    async (uri, { id }, context) =>
      withErrors(callOf(context), async ({ quaestor, options }) =>
        asJson(uri, await quaestor.analysis.get(String(id), options)),
      ),
  );
  server.registerResource(
    'plot',
    new ResourceTemplate('quaestor://analyses/{id}/plots/{plot}.png', { list: undefined }),
    { title: 'A plot', description: 'A plot of an analysis as an image.', mimeType: 'image/png' },
    async (uri, { id, plot }, context) =>
      withErrors(callOf(context), async (call) => ({
        contents: [{ uri: uri.href, mimeType: 'image/png', blob: await readPlot(call, String(id), String(plot)) }],
      })),
  );
}

/** Lists the newest analyses, or none if the token may not read them. */
async function listAnalyses({ quaestor, options }: Call) {
  try {
    const { data } = await quaestor.analysis.list({ limit: LISTED, include_result: false }, options);
    return {
      resources: data.map(({ id, analysis_type, status, created_at }) => ({
        uri: `quaestor://analyses/${id}`,
        name: `${analysis_type} of ${created_at}`,
        description: status,
        mimeType: JSON_TYPE,
      })),
    };
  } catch (error) {
    if (error instanceof PermissionError) return { resources: [] };
    throw error;
  }
}

async function withErrors<Result>(call: Call, read: (call: Call) => Promise<Result>): Promise<Result> {
  try {
    return await read(call);
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, await explain(error, call.quaestor));
  }
}
