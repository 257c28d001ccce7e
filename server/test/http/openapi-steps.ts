import { BULK_CHANGE, CHANGE_STEPS, type Step } from './openapi-story.ts';
import { teamSteps } from './openapi-team.ts';

export const PLANET = exampleId('01');
export const DRAW = exampleId('05');
export const RUN = exampleId('10');
const [RIVER, QUEUED] = [exampleId('02'), exampleId('11')];
export const TOKEN = exampleId('30');
export const MERGE = exampleId('50');
export const DATASET = exampleId('60');
export const IMPORT = exampleId('70');
export const WEBHOOK = exampleId('80');
export const PERSON = exampleId('91');
const [DISMISSAL, ROW_DISMISSAL, CLIENT] = [exampleId('20'), exampleId('21'), exampleId('40')];
const [DELIVERY, SESSION] = [exampleId('81'), exampleId('90')];
/** The session in the examples. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
const IMPORT_QUERY = { filename: 'science.csv', mode: 'valid_only' };
const PLOT = 'questions-by-difficulty.svg';

function exampleId(end: string): string {
  return `019d8a33-a6f0-7000-8000-0000000000${end}`;
}

/** Steps while there is no worker for analyses. */
export const begin: readonly Step[] = [
  { operation: 'getHome', status: 200 },
  { operation: 'getHealth', status: 200 },
  { operation: 'getReadiness', status: 200 },
  { operation: 'getProblem', params: { code: 'rate_limited' }, status: 200 },
  { operation: 'getOauthServerMetadata', status: 200 },
  { operation: 'getProtectedResourceMetadata', status: 200 },
  { operation: 'listCategories', status: 200 },
  { operation: 'getCurrentToken', status: 200 },
  { operation: 'createQuestions', body: 0, status: 201 },
  { operation: 'createQuestions', body: 1, status: 201 },
  { operation: 'createQuestions', body: 1, headers: { prefer: 'handling=lenient' }, status: 207 },
  { operation: 'getQuestion', params: { id: PLANET }, status: 200 },
  { operation: 'listQuestions', query: { limit: '1' }, status: 200 },
  { operation: 'getQuestionFacets', query: { category: 'Geography' }, status: 200 },
  { operation: 'getQuestionLanguages', status: 200, varies: true },
  { operation: 'drawRandomQuestions', query: { category: 'Literature', seed: 'lesson-1' }, status: 200 },
  { operation: 'exportQuestions', query: { category: 'Literature' }, status: 200, varies: true },
  { operation: 'reportQuestionExport', query: { category: 'Literature', format: 'aiken' }, status: 200 },
  { operation: 'checkAnswer', params: { id: PLANET }, status: 200 },
  { operation: 'updateQuestion', params: { id: PLANET }, headers: { 'if-match': '"1"' }, status: 200 },
  { operation: 'patchQuestion', params: { id: PLANET }, status: 200 },
  { operation: 'listQuestionVersions', params: { id: PLANET }, query: { limit: '1' }, status: 200 },
  { operation: 'deleteQuestion', params: { id: PLANET }, status: 200 },
  { operation: 'restoreQuestion', params: { id: PLANET }, status: 200 },
  { operation: 'changeQuestionsInBulk', also: { dry_run: true }, status: 200 },
  { operation: 'changeQuestionsInBulk', status: 202 },
  { operation: 'cancelChange', params: { id: BULK_CHANGE }, status: 200 },
  { operation: 'createDraw', headers: { 'idempotency-key': 'a' }, status: 201 },
  { operation: 'createDraw', headers: { 'idempotency-key': 'a' }, status: 201 },
  { operation: 'getDraw', params: { id: DRAW }, status: 200 },
  { operation: 'drawNext', params: { id: DRAW }, status: 200 },
  { operation: 'createDataset', status: 201 },
  { operation: 'getDataset', params: { id: DATASET }, status: 200 },
  { operation: 'listDatasets', status: 200 },
  { operation: 'exportDataset', params: { id: DATASET }, status: 200, varies: true },
  { operation: 'reportDatasetExport', params: { id: DATASET }, query: { format: 'aiken' }, status: 200, varies: true },
  { operation: 'createWebhook', status: 201 },
  { operation: 'getWebhook', params: { id: WEBHOOK }, status: 200 },
  { operation: 'listWebhooks', status: 200 },
  { operation: 'testWebhook', params: { id: WEBHOOK }, status: 202 },
  { operation: 'listWebhookDeliveries', params: { id: WEBHOOK }, status: 200 },
  { operation: 'replayWebhookDelivery', params: { id: WEBHOOK, delivery_id: DELIVERY }, status: 202 },
  { operation: 'replayFailedDeliveries', params: { id: WEBHOOK }, status: 202 },
  { operation: 'updateWebhook', params: { id: WEBHOOK }, status: 200 },
  { operation: 'rotateWebhook', params: { id: WEBHOOK }, status: 200 },
  { operation: 'deleteWebhook', params: { id: WEBHOOK }, status: 200, varies: true },
  { operation: 'createWebhook', status: 201 },
  { operation: 'listAnalysisTypes', status: 200, varies: true },
  { operation: 'runAnalysis', headers: { prefer: 'respond-async' }, status: 202 },
  { operation: 'cancelAnalysis', params: { id: QUEUED }, status: 200 },
  { operation: 'deleteAnalysis', params: { id: QUEUED }, status: 200, varies: true },
  { operation: 'createImport', query: IMPORT_QUERY, file: true, status: 202 },
  { operation: 'cancelImport', params: { id: IMPORT }, status: 200 },
];

/** The other steps, while there is a worker for analyses. */
export const rest: readonly Step[] = [
  { operation: 'runAnalysis', headers: { prefer: 'wait=30' }, status: 201 },
  { operation: 'getAnalysis', params: { id: RUN }, headers: { prefer: 'wait=1' }, status: 200 },
  { operation: 'listAnalyses', query: { include_result: 'false' }, status: 200 },
  { operation: 'listAnalysisItems', params: { id: RUN }, query: { limit: '1' }, status: 200 },
  { operation: 'getAnalysisPlot', params: { id: RUN, plot: PLOT }, status: 200, varies: true },
  { operation: 'compareAnalyses', params: { id: RUN }, status: 200 },
  { operation: 'getAnalysisReport', params: { id: RUN }, status: 200, varies: true },
  { operation: 'linkAnalysisPlot', params: { id: RUN, plot: PLOT }, status: 200 },
  { operation: 'createDataset', status: 201 },
  { operation: 'deleteDataset', params: { id: DATASET }, status: 200, varies: true },
  { operation: 'createDataset', status: 201 },
  { operation: 'createDismissal', status: 201 },
  { operation: 'createDismissal', status: 200 },
  { operation: 'listDismissals', status: 200 },
  { operation: 'deleteDismissal', params: { id: DISMISSAL }, status: 200, varies: true },
  { operation: 'createRowDismissal', status: 201 },
  { operation: 'createRowDismissal', status: 200 },
  { operation: 'listRowDismissals', status: 200 },
  { operation: 'getRowDismissal', params: { id: ROW_DISMISSAL }, status: 200 },
  { operation: 'deleteRowDismissal', params: { id: ROW_DISMISSAL }, status: 200, varies: true },
  { operation: 'getSessionOptions', status: 200 },
  { operation: 'createPerson', status: 201 },
  { operation: 'getPerson', params: { id: PERSON }, status: 200 },
  { operation: 'listPeople', status: 200 },
  { operation: 'createSignInLink', params: { id: PERSON }, status: 201 },
  { operation: 'createSession', headers: BROWSER, status: 201 },
  { operation: 'getSession', status: 200 },
  { operation: 'updateSession', status: 200 },
  { operation: 'listSessions', status: 200 },
  { operation: 'listPersonSessions', params: { id: PERSON }, status: 200 },
  { operation: 'deleteSession', status: 200 },
  { operation: 'createSignInLink', params: { id: PERSON }, status: 201 },
  { operation: 'createSession', headers: BROWSER, status: 201 },
  { operation: 'deleteOwnSession', params: { id: SESSION }, status: 200 },
  { operation: 'createSignInLink', params: { id: PERSON }, status: 201 },
  { operation: 'createSession', headers: BROWSER, status: 201 },
  { operation: 'deletePersonSessions', params: { id: PERSON }, status: 200 },
  { operation: 'updatePerson', params: { id: PERSON }, status: 200 },
  { operation: 'deletePerson', params: { id: PERSON }, status: 200 },
  { operation: 'createPerson', status: 201 },
  { operation: 'createSession', headers: BROWSER, status: 201 },
  ...teamSteps(RIVER),
  { operation: 'createPasskeySignInOptions', status: 200, varies: true },
  { operation: 'createPasskeyOptions', status: 200, varies: true },
  { operation: 'listPasskeys', status: 200, varies: true },
  { operation: 'createToken', status: 201 },
  { operation: 'getToken', params: { id: TOKEN }, status: 200 },
  { operation: 'listTokens', status: 200, varies: true, ofAnother: true }, // the operator's token is listed as well
  { operation: 'rotateToken', params: { id: TOKEN }, status: 200 },
  { operation: 'revokeToken', params: { id: TOKEN }, status: 200 },
  { operation: 'createClient', status: 201 },
  { operation: 'listClients', status: 200 },
  { operation: 'getClient', params: { id: CLIENT }, status: 200 },
  { operation: 'issueAccessToken', status: 200 },
  { operation: 'introspectAccessToken', status: 200 },
  { operation: 'revokeAccessToken', status: 200 },
  { operation: 'rotateClient', params: { id: CLIENT }, status: 200 },
  { operation: 'deleteClient', params: { id: CLIENT }, status: 200 },
  { operation: 'listAuditLog', query: { limit: '1' }, status: 200 },
  { operation: 'listEvents', query: { limit: '1', types: 'question.updated' }, status: 200, varies: true },
  { operation: 'deleteQuestion', params: { id: RIVER }, headers: { prefer: 'return=minimal' }, status: 204 },
  { operation: 'createImport', query: IMPORT_QUERY, file: true, status: 202 },
  { operation: 'getImport', params: { id: IMPORT }, untilFinished: true, status: 200 },
  { operation: 'listImports', query: { limit: '1' }, status: 200 },
  { operation: 'listImportReports', params: { id: IMPORT }, status: 200 },
  { operation: 'getImportRejects', params: { id: IMPORT }, status: 200, varies: true },
  ...CHANGE_STEPS,
  { operation: 'restoreQuestion', params: { id: RIVER }, status: 200, varies: true, ofAnother: true },
  { operation: 'mergeQuestion', params: { id: PLANET }, status: 200, varies: true },
  { operation: 'revertImport', params: { id: IMPORT }, status: 202 },
  { operation: 'undoImport', params: { id: IMPORT }, status: 409, varies: true },
  { operation: 'getMetrics', status: 200, varies: true },
];

/** Steps that load a file of another system twice. */
export const again: readonly Step[] = [
  { operation: 'putQuestionByExternalId', params: { external_id: 'geo-4' }, status: 201 },
  { operation: 'putQuestionByExternalId', params: { external_id: 'geo-4' }, status: 200 },
  { operation: 'createQuestions', body: 2, query: { on_conflict: 'update' }, status: 201 },
  { operation: 'createQuestions', body: 2, query: { on_conflict: 'update' }, status: 200 },
];

/** Steps with categories: Literature has one question and Mathematics none, and no worker moves questions. */
export const categories: readonly Step[] = [
  { operation: 'renameCategory', params: { name: 'Mathematics' }, status: 200 },
  { operation: 'getCategory', params: { name: 'history' }, status: 200 },
  { operation: 'deleteCategory', params: { name: 'History' }, status: 200 },
  { operation: 'createCategory', status: 201 },
  { operation: 'deleteCategory', params: { name: 'Literature' }, query: { merge_into: 'History' }, status: 202 },
  { operation: 'getCategoryMerge', params: { id: MERGE }, status: 200 },
  { operation: 'cancelCategoryMerge', params: { id: MERGE }, status: 200 },
  { operation: 'deleteCategory', params: { name: 'History' }, status: 200 },
  { operation: 'renameCategory', params: { name: 'Literature' }, status: 202 },
];
