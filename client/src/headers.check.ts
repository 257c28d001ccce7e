import type { operations } from './api.gen.ts';

/** Checked by `npm run types`: the generated types allow sending and reading each header by name. */
type Sent<Operation extends { parameters: { header?: object } }> = NonNullable<Operation['parameters']['header']>;

export const conditional: Sent<operations['getQuestion']> = { 'If-None-Match': '"1"' };
export const guarded: Sent<operations['updateQuestion']> = { 'If-Match': '"1"' };
export const lenient: Sent<operations['createQuestions']> = { 'Idempotency-Key': 'a', Prefer: 'handling=lenient' };
export const patient: Sent<operations['runAnalysis']> = { Prefer: 'wait=30', 'X-Request-Id': 'import-42' };

interface Read {
  etag: operations['getQuestion']['responses'][200]['headers']['ETag'];
  next: operations['listQuestions']['responses'][200]['headers']['Link'];
  location: operations['createQuestions']['responses'][201]['headers']['Location'];
  left: operations['listQuestions']['responses'][200]['headers']['RateLimit'];
  replayed: operations['createDraw']['responses'][201]['headers']['Idempotent-Replayed'];
  applied: operations['deleteQuestion']['responses'][204]['headers']['Preference-Applied'];
}

/** A header without a description would have the type unknown instead of string. */
export function asTexts(headers: Read): string[] {
  return [headers.etag, headers.next, headers.location, headers.left, headers.replayed, headers.applied];
}
