import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations as all } from './openapi-file.ts';

/** Deprecated operations that share the handler, and the tests, of another one. */
const ALIASES: ReadonlySet<string> = new Set(['undoImport']);
const operations = all.filter(({ operationId }) => !ALIASES.has(operationId));

/** The test file of each operation. A missing operation fails below. */
const TEST_FILES: Readonly<Record<string, string>> = {
  listQuestions: 'questions/list.test.ts',
  createQuestions: 'questions/create.test.ts',
  getQuestionFacets: 'questions/facets.test.ts',
  getQuestionLanguages: 'questions/languages.test.ts',
  exportQuestions: 'questions/export.test.ts',
  reportQuestionExport: 'questions/export-report.test.ts',
  drawRandomQuestions: 'questions/random.test.ts',
  getQuestion: 'questions/get.test.ts',
  updateQuestion: 'questions/update.test.ts',
  putQuestionByExternalId: 'questions/put-by-external-id.test.ts',
  patchQuestion: 'questions/patch.test.ts',
  deleteQuestion: 'questions/delete.test.ts',
  restoreQuestion: 'questions/restore.test.ts',
  changeQuestionsInBulk: 'questions/bulk.test.ts',
  mergeQuestion: 'questions/merge.test.ts',
  cancelChange: 'changes/cancel.test.ts',
  listQuestionVersions: 'questions/versions.test.ts',
  checkAnswer: 'questions/check.test.ts',
  createDraw: 'draws/create.test.ts',
  getDraw: 'draws/get.test.ts',
  drawNext: 'draws/next.test.ts',
  listDatasets: 'datasets/list.test.ts',
  createDataset: 'datasets/create.test.ts',
  getDataset: 'datasets/get.test.ts',
  deleteDataset: 'datasets/delete.test.ts',
  exportDataset: 'datasets/export.test.ts',
  reportDatasetExport: 'datasets/export-report.test.ts',
  listAnalyses: 'analysis/list.test.ts',
  runAnalysis: 'analysis/run.test.ts',
  listAnalysisTypes: 'analysis/types.test.ts',
  getAnalysis: 'analysis/get.test.ts',
  cancelAnalysis: 'analysis/cancel.test.ts',
  deleteAnalysis: 'analysis/delete.test.ts',
  listAnalysisItems: 'analysis/items.test.ts',
  compareAnalyses: 'analysis/comparison.test.ts',
  getAnalysisReport: 'analysis/report.test.ts',
  getAnalysisPlot: 'analysis/plot.test.ts',
  linkAnalysisPlot: 'analysis/link-plot.test.ts',
  getLinkedPlot: 'analysis/linked-plot.test.ts',
  listDismissals: 'duplicates/list.test.ts',
  createDismissal: 'duplicates/create.test.ts',
  deleteDismissal: 'duplicates/delete.test.ts',
  listRowDismissals: 'dismissals/list.test.ts',
  getRowDismissal: 'dismissals/get.test.ts',
  createRowDismissal: 'dismissals/create.test.ts',
  deleteRowDismissal: 'dismissals/delete.test.ts',
  createImport: 'imports/create.test.ts',
  listImports: 'imports/list.test.ts',
  getImport: 'imports/get.test.ts',
  listImportReports: 'imports/reports.test.ts',
  getImportRejects: 'imports/rejects.test.ts',
  cancelImport: 'imports/cancel.test.ts',
  revertImport: 'imports/revert.test.ts',
  listChanges: 'changes/list.test.ts',
  getChange: 'changes/get.test.ts',
  listChangeItems: 'changes/items.test.ts',
  previewRevert: 'changes/preview-revert.test.ts',
  revertChange: 'changes/revert.test.ts',
  listEvents: 'events/list.test.ts',
  listCategories: 'categories/list.test.ts',
  createCategory: 'categories/create.test.ts',
  getCategory: 'categories/get.test.ts',
  renameCategory: 'categories/rename.test.ts',
  deleteCategory: 'categories/delete.test.ts',
  getCategoryMerge: 'categories/get-merge.test.ts',
  cancelCategoryMerge: 'categories/cancel-merge.test.ts',
  listViews: 'views/list.test.ts',
  createView: 'views/create.test.ts',
  getView: 'views/get.test.ts',
  updateView: 'views/update.test.ts',
  deleteView: 'views/delete.test.ts',
  listAllComments: 'comments/list-of-all.test.ts',
  listComments: 'comments/list.test.ts',
  createComment: 'comments/create.test.ts',
  getComment: 'comments/get.test.ts',
  updateComment: 'comments/update.test.ts',
  deleteComment: 'comments/delete.test.ts',
  listAssignments: 'assignments/list.test.ts',
  createAssignment: 'assignments/create.test.ts',
  assignInBulk: 'assignments/create-in-bulk.test.ts',
  getAssignment: 'assignments/get.test.ts',
  updateAssignment: 'assignments/update.test.ts',
  deleteAssignment: 'assignments/delete.test.ts',
  createWebhook: 'webhooks/create.test.ts',
  listWebhooks: 'webhooks/list.test.ts',
  getWebhook: 'webhooks/get.test.ts',
  updateWebhook: 'webhooks/update.test.ts',
  deleteWebhook: 'webhooks/delete.test.ts',
  rotateWebhook: 'webhooks/rotate.test.ts',
  testWebhook: 'webhooks/test-message.test.ts',
  listWebhookDeliveries: 'webhooks/deliveries.test.ts',
  replayWebhookDelivery: 'webhooks/replay-delivery.test.ts',
  replayFailedDeliveries: 'webhooks/replay.test.ts',
  createPerson: 'people/create.test.ts',
  listPeople: 'people/list.test.ts',
  getPerson: 'people/get.test.ts',
  updatePerson: 'people/update.test.ts',
  deletePerson: 'people/delete.test.ts',
  createSignInLink: 'people/sign-in-link.test.ts',
  listPersonSessions: 'people/list-sessions.test.ts',
  deletePersonSessions: 'people/delete-sessions.test.ts',
  listSessions: 'sessions/list.test.ts',
  deleteOwnSession: 'sessions/delete.test.ts',
  createSession: 'session/create.test.ts',
  getSession: 'session/get.test.ts',
  updateSession: 'session/update.test.ts',
  deleteSession: 'session/delete.test.ts',
  getSessionOptions: 'session/options.test.ts',
  createPasskeySignInOptions: 'session/passkey-options.test.ts',
  createPasskeySession: 'session/passkey.test.ts',
  beginOpenidSession: 'session/openid.test.ts',
  finishOpenidSession: 'session/openid-callback.test.ts',
  listPasskeys: 'passkeys/list.test.ts',
  createPasskeyOptions: 'passkeys/options.test.ts',
  createPasskey: 'passkeys/create.test.ts',
  deletePasskey: 'passkeys/delete.test.ts',
  createToken: 'tokens/create.test.ts',
  listTokens: 'tokens/list.test.ts',
  getCurrentToken: 'tokens/current.test.ts',
  getToken: 'tokens/get.test.ts',
  rotateToken: 'tokens/rotate.test.ts',
  revokeToken: 'tokens/revoke.test.ts',
  createClient: 'clients/create.test.ts',
  listClients: 'clients/list.test.ts',
  getClient: 'clients/get.test.ts',
  rotateClient: 'clients/rotate.test.ts',
  deleteClient: 'clients/delete.test.ts',
  issueAccessToken: 'oauth/token.test.ts',
  revokeAccessToken: 'oauth/revoke.test.ts',
  introspectAccessToken: 'oauth/introspect.test.ts',
  getOauthServerMetadata: 'oauth/server-metadata.test.ts',
  getProtectedResourceMetadata: 'oauth/resource-metadata.test.ts',
  listAuditLog: 'audit/list.test.ts',
  getHome: 'system/home.test.ts',
  getHealth: 'system/healthz.test.ts',
  getReadiness: 'system/readyz.test.ts',
  getMetrics: 'system/metrics.test.ts',
  getProblem: 'system/problems.test.ts',
};

/** Statuses that access/every-route.test.ts and access/limits.test.ts test for all operations. */
const SHOWN_FOR_ALL = new Set(['204', '401', '403', '429']);
const ownStatuses = (statuses: readonly string[], tags: readonly string[]) =>
  tags.includes('oauth') ? statuses : statuses.filter((status) => !SHOWN_FOR_ALL.has(status));

describe('openapi.json', () => {
  it('gives every operation a unique name', () => {
    expect(operations.length).toBeGreaterThan(0);
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
  });

  it('contains every operation in the list of test files', () => {
    expect(Object.keys(TEST_FILES).sort()).toEqual(operations.map((operation) => operation.operationId).sort());
  });

  it('has a separate test file for every operation', () => {
    expect(new Set(Object.values(TEST_FILES)).size).toBe(Object.keys(TEST_FILES).length);
  });
});

describe.each(operations)('$operationId', ({ operationId, tags, statuses }) => {
  it('has a test file', () => {
    expect(findTestFile(operationId), `server/test/http/${TEST_FILES[operationId]} is absent`).toBeDefined();
  });

  it.each(ownStatuses(statuses, tags))('has tests of its %s', (status) => {
    expect(describedStatuses(findTestFile(operationId))).toContain(status);
  });

  it('has no tests of a status missing from openapi.json', () => {
    expect(statuses).toEqual(expect.arrayContaining(describedStatuses(findTestFile(operationId))));
  });
});

function findTestFile(operationId: string): string | undefined {
  const file = TEST_FILES[operationId];
  const absolute = path.join(import.meta.dirname, file ?? '');
  return file !== undefined && existsSync(absolute) ? absolute : undefined;
}

function describedStatuses(file: string | undefined): string[] {
  if (file === undefined) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^describe\('(\d{3})'/gmu)].map((match) => String(match[1]));
}
