import { Connection, type ConnectionOptions } from './connection.ts';
import { Oauth, OauthClients, Tokens } from './resources/access.ts';
import { Analyses } from './resources/analysis.ts';
import { Categories } from './resources/categories.ts';
import { Draws } from './resources/draws.ts';
import { DuplicateDismissals } from './resources/duplicates.ts';
import { Questions } from './resources/questions.ts';
import { System } from './resources/system.ts';

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
  readonly duplicates: DuplicateDismissals;
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
    this.duplicates = new DuplicateDismissals(connection);
    this.tokens = new Tokens(connection);
    this.clients = new OauthClients(connection);
    this.oauth = new Oauth(connection);
    this.system = new System(connection);
  }
}

export type { components, operations, paths } from './api.gen.ts';
export type { ConnectionOptions, RequestOptions } from './connection.ts';
export type { ClientCredentials, Credentials, TokenFunction } from './credentials.ts';
export * from './errors.ts';
export { type Page, Pages } from './pages.ts';
export { Reply, type WithResponse } from './reply.ts';
export { type Analysis, AnalysisEndedError, type AnalysisRequest, type WaitOptions } from './resources/analysis.ts';
export type { ListedQuestion, Question, QuestionDraft } from './resources/questions.ts';
