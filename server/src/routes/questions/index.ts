import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { bulkChange } from './bulk.ts';
import { checkQuestion } from './check.ts';
import { createQuestions } from './create.ts';
import { deleteQuestion } from './delete.ts';
import { exportQuestions } from './export.ts';
import { reportQuestionExport } from './export-report.ts';
import { getFacets } from './facets.ts';
import { getQuestion } from './get.ts';
import { getLanguages } from './languages.ts';
import { listQuestions } from './list.ts';
import { mergeQuestion } from './merge.ts';
import { putByExternalId } from './put-by-external-id.ts';
import { drawRandom } from './random.ts';
import { restoreQuestion } from './restore.ts';
import { updateQuestions } from './update.ts';
import { listVersions } from './versions.ts';

export function questionRoutes(deps: Deps): RouteOptions[] {
  return [
    listQuestions(deps),
    createQuestions(deps),
    bulkChange(deps),
    getFacets(deps),
    getLanguages(deps),
    exportQuestions(deps),
    reportQuestionExport(deps),
    drawRandom(deps),
    getQuestion(deps),
    ...updateQuestions(deps),
    putByExternalId(deps),
    deleteQuestion(deps),
    restoreQuestion(deps),
    mergeQuestion(deps),
    listVersions(deps),
    checkQuestion(deps),
  ];
}
