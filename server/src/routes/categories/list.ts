import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { DIFFICULTIES } from '../../domain/questions/difficulty.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { presentCategory } from './shared/present.ts';

const Catalogue = Type.Object(
  {
    categories: Type.Array(Type.Unsafe<object>({ $ref: 'Category#' })),
    difficulties: Type.Array(
      Type.Object({ difficulty: Type.Integer(), name: Type.String() }, { additionalProperties: false }),
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        categories: [
          { name: 'Astronomy' },
          { name: 'Geography' },
          { name: 'Literature' },
          { name: 'Mathematics' },
          { name: 'Science' },
          { name: 'General Knowledge' },
        ],
        difficulties: [
          { difficulty: 0, name: 'Basic' },
          { difficulty: 1, name: 'Intermediate' },
          { difficulty: 2, name: 'Advanced' },
        ],
      },
    ],
  },
);

export const listCategories = (deps: Deps) =>
  route({
    method: 'GET',
    url: '/categories',
    schema: {
      operationId: 'listCategories',
      tags: ['categories'],
      security: needs('questions:read', 'questions:play', 'categories:manage'),
      summary: 'The knowledge categories and the names of the difficulty levels',
      response: responses({ 200: { description: 'The catalogue', schema: Catalogue }, 304: NOT_MODIFIED }, [400, 406]),
    },
    handler: async () => {
      const { current } = deps.categories;
      return {
        categories: current.all.map((category) => presentCategory(category, current)),
        difficulties: DIFFICULTIES.map(({ level, name }) => ({ difficulty: level, name })),
      };
    },
  });
