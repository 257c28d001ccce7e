import { AppError, catalogue, type ErrorCode, type Violation } from '../../errors.ts';
import { problemDocument } from '../http/error-handler.ts';
import type { ApiDocument, ApiMedia, ApiOperation } from './document.ts';

type SharedExamples = NonNullable<ApiDocument['components']['examples']>;

const ORIGIN = 'https://quaestor.example';
const REQUEST_ID = '01a1dcb4-4c4a-75f8-b904-7e31f36f1181';

/** The most common rejection with this status. */
const USUAL_CODES: Readonly<Record<string, ErrorCode>> = {
  400: 'validation_error',
  401: 'authentication_required',
  403: 'insufficient_scope',
  404: 'question_not_found',
  406: 'not_acceptable',
  409: 'idempotency_key_in_use',
  412: 'precondition_failed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'idempotency_key_reused',
  428: 'precondition_required',
  429: 'rate_limited',
  502: 'openid_response_invalid',
  503: 'service_unavailable',
  504: 'timeout',
};

/** The code for a missing resource of this tag. */
const NOT_FOUND: Readonly<Record<string, ErrorCode>> = {
  categories: 'category_not_found',
  draws: 'draw_not_found',
  datasets: 'dataset_not_found',
  analysis: 'analysis_not_found',
  dismissals: 'dismissal_not_found',
  duplicates: 'dismissal_not_found',
  assignments: 'assignment_not_found',
  comments: 'comment_not_found',
  views: 'view_not_found',
  imports: 'import_not_found',
  changes: 'change_not_found',
  webhooks: 'webhook_not_found',
  tokens: 'token_not_found',
  clients: 'client_not_found',
  people: 'person_not_found',
  session: 'session_not_found',
  passkeys: 'passkey_not_found',
  system: 'problem_not_found',
};

const OWN_CODES: Readonly<Record<string, Readonly<Record<string, ErrorCode>>>> = {
  listComments: { 404: 'question_not_found' },
  createComment: { 404: 'question_not_found' },
  updateAssignment: { 409: 'already_assigned' },
  updateQuestion: { 409: 'external_id_taken' },
  patchQuestion: { 409: 'external_id_taken' },
  putQuestionByExternalId: { 409: 'category_closed' },
  restoreQuestion: { 409: 'not_deleted' },
  changeQuestionsInBulk: { 409: 'count_mismatch' },
  cancelChange: { 409: 'change_not_cancelable' },
  testWebhook: { 409: 'webhook_disabled' },
  replayWebhookDelivery: { 409: 'webhook_disabled' },
  replayFailedDeliveries: { 409: 'webhook_disabled' },
  cancelAnalysis: { 409: 'analysis_finished' },
  createCategory: { 409: 'category_exists' },
  renameCategory: { 409: 'category_exists' },
  deleteCategory: { 409: 'category_in_use' },
  getCategoryMerge: { 404: 'merge_not_found' },
  cancelCategoryMerge: { 404: 'merge_not_found', 409: 'merge_finished' },
  cancelImport: { 409: 'import_finished' },
  undoImport: { 409: 'import_undone' },
  getLinkedPlot: { 403: 'invalid_link' },
  createSession: { 401: 'sign_in_failed', 403: 'cross_origin_write' },
  createPasskeySignInOptions: { 403: 'cross_origin_write', 409: 'passkeys_unavailable' },
  createPasskeySession: { 401: 'passkey_rejected', 403: 'cross_origin_write', 409: 'passkeys_unavailable' },
  beginOpenidSession: { 404: 'openid_not_configured', 503: 'openid_unavailable' },
  finishOpenidSession: { 403: 'openid_not_invited', 404: 'openid_not_configured', 503: 'openid_unavailable' },
  listPasskeys: { 403: 'session_required' },
  createPasskeyOptions: { 403: 'session_required', 409: 'passkeys_unavailable' },
  createPasskey: { 403: 'session_required', 409: 'passkey_exists' },
  deletePasskey: { 403: 'session_required' },
  getSession: { 403: 'session_required' },
  updateSession: { 403: 'session_required' },
  deleteSession: { 403: 'session_required' },
  listSessions: { 403: 'session_required' },
  deleteOwnSession: { 403: 'session_required' },
  updatePerson: { 409: 'last_administrator' },
  deletePerson: { 409: 'last_administrator' },
};

const DETAILS: Partial<Record<ErrorCode, { detail: string; errors?: readonly Violation[] }>> = {
  validation_error: {
    detail: '`limit` must be a whole number from 1 to 1000, not 5000.',
    errors: [
      { code: 'out_of_range', detail: '`limit` must be a whole number from 1 to 1000, not 5000.', parameter: 'limit' },
    ],
  },
  insufficient_scope: { detail: 'The token lacks the scope questions:write.' },
};

/**
 * Gives every body and every reply its example. Examples are part of the schemas (`examples`), or next to the reply if
 * one schema has several uses; problem documents are generated from the catalogue. Each example is written into the
 * description once.
 */
export function describeExamples(document: ApiDocument): void {
  const examples: SharedExamples = {};
  const used: SharedExamples = {};
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const [value] = schema.examples ?? [];
    if (value === undefined) continue;
    examples[name] = { value };
    delete schema.examples;
  }
  for (const [, operation] of document.operations) {
    for (const media of Object.values(operation.requestBody?.content ?? {})) giveExample(media, examples, used);
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      const problem = content['application/problem+json'];
      if (problem !== undefined) giveProblem(problem, codeOf(operation, status), used);
      for (const media of Object.values(content)) giveExample(media, examples, used);
    }
  }
  document.components.examples = used;
}

/** The example of its schema, unless it has its own. */
function giveExample(media: ApiMedia, examples: Readonly<SharedExamples>, used: SharedExamples): void {
  if (media.example !== undefined || media.examples !== undefined) return;
  const name = media.schema.$ref?.split('/').at(-1) ?? '';
  const [own, ...others] = media.schema.examples ?? [];
  delete media.schema.examples;
  if (examples[name] !== undefined) {
    used[name] = examples[name];
    media.examples = { [name]: { $ref: `#/components/examples/${name}` } };
  } else if (others.length > 0)
    media.examples = Object.fromEntries([own, ...others].map((value, index) => [`example${index + 1}`, { value }]));
  else if (own !== undefined) media.example = own;
}

function codeOf({ operationId, tags }: ApiOperation, status: string): ErrorCode {
  const [tag = ''] = tags;
  const notFound = status === '404' ? NOT_FOUND[tag] : undefined;
  return OWN_CODES[operationId]?.[status] ?? notFound ?? USUAL_CODES[status] ?? 'internal_error';
}

function giveProblem(media: ApiMedia, code: ErrorCode, used: SharedExamples) {
  used[code] ??= {
    summary: catalogue[code].title,
    value: problemDocument(new AppError(code, DETAILS[code]), { id: REQUEST_ID, originalUrl: '/questions' }, ORIGIN),
  };
  media.examples = { [code]: { $ref: `#/components/examples/${code}` } };
}
