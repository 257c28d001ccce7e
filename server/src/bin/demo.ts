import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { StartError } from './run.ts';

const BANK = new URL('../../demo/questions.json', import.meta.url);

/** Loads the demo bank through the API itself, lenient so that questions already there are left as they are. */
export async function loadDemoBank(app: FastifyInstance): Promise<number> {
  const questions = JSON.parse(await readFile(BANK, 'utf8')) as object[];
  const answer = await app.inject({
    method: 'POST',
    url: '/questions',
    headers: { prefer: 'handling=lenient' },
    payload: questions,
  });
  const results = answer.json<{ data?: { status: number; problem?: { code: string; detail: string } }[] }>().data ?? [];
  const refused = results.find(({ status, problem }) => status !== 201 && problem?.code !== 'external_id_taken');
  if (answer.statusCode !== 207 || refused !== undefined) {
    throw new StartError(`The demo bank could not be loaded: ${refused?.problem?.detail ?? answer.body}`);
  }
  return results.length;
}
