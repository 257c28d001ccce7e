import { Connection, type ConnectionOptions } from './connection.ts';
import { Oauth, OauthClients, Tokens } from './resources/access.ts';
import { Analyses } from './resources/analysis.ts';
import { Categories } from './resources/categories.ts';
import { Changes } from './resources/changes.ts';
import { Datasets } from './resources/datasets.ts';
import { Dismissals, DuplicateDismissals } from './resources/dismissals.ts';
import { Draws } from './resources/draws.ts';
import { Events } from './resources/events.ts';
import { Imports } from './resources/imports.ts';
import { Passkeys } from './resources/passkeys.ts';
import { People, Sessions } from './resources/people.ts';
import { Questions } from './resources/questions.ts';
import { System } from './resources/system.ts';
import { Assignments, Comments, Views } from './resources/team.ts';
import { Webhooks } from './resources/webhooks.ts';

/**
 * A Quaestor service.
 *
 * @example
 * const quaestor = new Quaestor({ baseUrl: 'http://127.0.0.1:8080', token: process.env['QUAESTOR_TOKEN'] ?? '' });
 */
export class Quaestor {
  readonly questions: Questions;
  readonly draws: Draws;
  readonly analysis: Analyses;
  readonly categories: Categories;
  readonly dismissals: Dismissals;
  readonly duplicates: DuplicateDismissals;
  readonly assignments: Assignments;
  readonly comments: Comments;
  readonly views: Views;
  readonly datasets: Datasets;
  readonly imports: Imports;
  readonly changes: Changes;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly people: People;
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
  readonly tokens: Tokens;
  readonly clients: OauthClients;
  readonly oauth: Oauth;
  readonly system: System;

  constructor(options: ConnectionOptions) {
    const connection = new Connection(options);
    this.questions = new Questions(connection);
    this.draws = new Draws(connection);
    this.analysis = new Analyses(connection);
    this.categories = new Categories(connection);
    this.dismissals = new Dismissals(connection);
    this.duplicates = new DuplicateDismissals(connection);
    this.assignments = new Assignments(connection);
    this.comments = new Comments(connection);
    this.views = new Views(connection);
    this.datasets = new Datasets(connection);
    this.imports = new Imports(connection);
    this.changes = new Changes(connection);
    this.events = new Events(connection);
    this.webhooks = new Webhooks(connection);
    this.people = new People(connection);
    this.sessions = new Sessions(connection);
    this.passkeys = new Passkeys(connection);
    this.tokens = new Tokens(connection);
    this.clients = new OauthClients(connection);
    this.oauth = new Oauth(connection);
    this.system = new System(connection);
  }
}

export type { components, operations, paths } from './api.gen.ts';
export type { ConnectionOptions, RequestOptions } from './connection.ts';
export * from './constants.ts';
export type { ClientCredentials, Credentials, TokenFunction } from './credentials.ts';
export * from './errors.ts';
export { lines } from './lines.ts';
export { type Page, Pages } from './pages.ts';
export { Reply, type WithResponse } from './reply.ts';
export { type Analysis, AnalysisEndedError, type AnalysisRequest } from './resources/analysis.ts';
export type { CategoryMerge } from './resources/categories.ts';
export type { Change } from './resources/changes.ts';
export type { Dataset } from './resources/datasets.ts';
export {
  type EventPage,
  EventPages,
  type GapEvent,
  type ProgressEvent,
  type QuaestorEvent,
  type StreamedEvent,
  type StreamOptions,
} from './resources/events.ts';
export { type Import, ImportEndedError, type ImportOptions } from './resources/imports.ts';
export type {
  BulkDryRun,
  BulkRequest,
  ListedQuestion,
  MergedField,
  Question,
  QuestionDraft,
} from './resources/questions.ts';
export { verifyWebhook, type WebhookEvent, WebhookVerificationError } from './verify-webhook.ts';
export { isUnfinished, JOB_STATUSES, type JobStatus, type WaitOptions } from './wait.ts';
