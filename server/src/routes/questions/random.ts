import { randomUUID } from 'node:crypto';
import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { shuffleBySeed } from '../../domain/draws.ts';
import { showQuestions } from '../../plugins/access/visibility.ts';
import { route } from '../route.ts';
import { defaulted } from '../shared/defaulted.ts';
import { READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { writer } from './examples.ts';
import { type RandomDraw as Draw, drawBodies } from './random/draw-bodies.ts';
import { isScanDraw } from './read/scan-price.ts';
import { rejectEmptySearch } from './read/search-words.ts';
import { readVisibleFilter } from './read/visible.ts';
import { filterParameters } from './schema.ts';

const RandomQuery = Type.Object(
  {
    ...filterParameters,
    count: defaulted(Type.Integer({ minimum: 1, maximum: 100, default: 1 })),
    seed: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Same seed, same bank: same draw' })),
    exclude: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        maxItems: 1000,
        explode: false,
        description: 'Ids not to draw; separated by commas',
      }),
    ),
  },
  { additionalProperties: false },
);

export const RandomDraw = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Question#' })),
    draw: Type.Object(
      {
        count: Type.Integer({ description: 'As requested' }),
        returned: Type.Integer({ description: 'Fewer if no more match' }),
        seed: Type.String({ description: 'Repeats this draw' }),
      },
      { additionalProperties: false },
    ),
  },
  {
    $id: 'RandomDraw',
    additionalProperties: false,
    examples: [{ data: [writer], draw: { count: 1, returned: 1, seed: 'lesson-1' } }],
  },
);

export const drawRandom = (deps: Deps) =>
  route<{ Querystring: Static<typeof RandomQuery> }>({
    method: 'GET',
    url: '/questions/random',
    config: { extraCost: (_body, query) => (isScanDraw(query) ? deps.config.costScan : 0) },
    schema: {
      operationId: 'drawRandomQuestions',
      tags: ['questions'],
      security: needs('questions:read', 'questions:play'),
      summary: 'Draw questions at random; POST /draws never repeats one',
      querystring: RandomQuery,
      response: responses(
        { 200: { description: 'The questions drawn', schema: { $ref: 'RandomDraw#' } } },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { count, seed = randomUUID(), exclude = [], ...requested } = request.query;
      const filter = readVisibleFilter(deps, request, requested);
      await rejectEmptySearch(deps.db.lists.pool, filter);
      // A draw on the ring reads only the rows that it returns, so an app whose players share a key need not wait for
      // itself.
      const read: Draw['read'] = (work) => (isScanDraw(request.query) ? request.scan(work) : work(deps.db.lists.pool));
      const drawn = await drawBodies(deps, filter, { seed, count, exclude, read });
      const bodies = await showQuestions(reply, shuffleBySeed(drawn, seed));
      const draw = { count, returned: bodies.length, seed };
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(`{"data":[${bodies.join(',')}],"draw":${JSON.stringify(draw)}}`);
    },
  });
