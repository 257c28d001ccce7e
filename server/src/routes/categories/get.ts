import type { Deps } from '../../deps.ts';
import { categoryNotFound } from '../../domain/categories.ts';
import { normaliseText } from '../../domain/text/text.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { categoryPath } from './schema.ts';
import { presentCategory } from './shared/present.ts';

export const getCategory = (deps: Deps) =>
  route<{ Params: { name: string } }>({
    method: 'GET',
    url: '/categories/:name',
    schema: {
      operationId: 'getCategory',
      tags: ['categories'],
      security: needs('questions:read', 'questions:play', 'categories:manage'),
      summary: 'One category by its name; upper and lower case do not matter',
      params: categoryPath,
      response: responses({ 200: { description: 'The category', schema: { $ref: 'Category#' } }, 304: NOT_MODIFIED }, [
        ...READ_REJECTIONS,
        404,
      ]),
    },
    handler: async (request) => {
      const catalogue = await deps.categories.refresh();
      const category = catalogue.find(normaliseText(request.params.name));
      if (category === undefined) throw categoryNotFound(request.params.name);
      return presentCategory(category, catalogue);
    },
  });
