import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { DIFFICULTIES } from '../../domain/difficulty.ts';
import { NOT_MODIFIED, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';

const Catalogue = Type.Object(
  {
    categories: Type.Array(Type.Object({ name: Type.String() }, { additionalProperties: false })),
    difficulties: Type.Array(
      Type.Object({ difficulty: Type.Integer(), name: Type.String() }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
);

export const listCategories = (deps: Deps) =>
  route({
    method: 'GET',
    url: '/categories',
    schema: {
      operationId: 'listCategories',
      tags: ['questions'],
      security: needs('questions:read', 'questions:play'),
      summary: 'The knowledge categories and the names of the difficulty levels',
      response: responses({ 200: { description: 'The catalogue', schema: Catalogue }, 304: NOT_MODIFIED }, [400, 406]),
    },
    handler: async () => ({
      categories: deps.categories.current.names.map((name) => ({ name })),
      difficulties: DIFFICULTIES.map(({ level, name }) => ({ difficulty: level, name })),
    }),
  });
