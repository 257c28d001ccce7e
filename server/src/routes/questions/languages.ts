import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { listLanguages } from '../../store/questions/languages.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';

const MAX_LANGUAGES = 500;

const Languages = Type.Object(
  {
    languages: Type.Array(Type.String(), {
      maxItems: MAX_LANGUAGES,
      description: 'As BCP 47 tags, in alphabetical order; `en`, the default, is always among them',
    }),
    has_more: Type.Boolean({ description: `Whether there are more than ${MAX_LANGUAGES}` }),
  },
  { additionalProperties: false, examples: [{ languages: ['de', 'en', 'pt-BR'], has_more: false }] },
);

export const getLanguages = (deps: Deps) =>
  route({
    method: 'GET',
    url: '/questions/languages',
    schema: {
      operationId: 'getQuestionLanguages',
      tags: ['questions'],
      security: needs('questions:read'),
      summary: 'The languages of the questions, whatever their status',
      response: responses(
        { 200: { description: 'The languages', schema: Languages }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async () => {
      const found = await listLanguages(deps.db.reads, MAX_LANGUAGES);
      return { languages: found.slice(0, MAX_LANGUAGES), has_more: found.length > MAX_LANGUAGES };
    },
  });
