import { SCOPES, type Scope } from '../../src/domain/tokens/scope.ts';
import { GUESS, type Place, type Step } from './answer-twins.ts';

/**
 * Every kind of request that touches a question, containing guesses of its answer. `POST /questions/{id}/check` is
 * excluded, since its purpose is to try answers.
 */
const PLAYERS: readonly Scope[] = ['questions:read', 'questions:play'];
const WRITERS: readonly Scope[] = ['questions:write'];

const { explanation, ...ANSWER } = GUESS;
const whole = ({ question }: Place, change: object = {}) => ({
  question_text: question.question_text,
  category: question.category,
  difficulty: question.difficulty,
  ...ANSWER,
  ...change,
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Parts = (place: Place) => { url: string; payload?: object | string; headers?: Record<string, string> };

const step = (name: string, needs: readonly Scope[], method: Method, parts: Parts): Step => ({
  name,
  needs,
  request: (place) => ({ method, ...parts(place) }),
  reads: method === 'GET',
});
const read = (name: string, url: (place: Place) => string, needs = PLAYERS) =>
  step(name, needs, 'GET', (place) => ({ url: url(place) }));
const patch = (name: string, payload: object, headers: Record<string, string> = {}) =>
  step(name, WRITERS, 'PATCH', ({ question }) => ({ url: `/questions/${question.id}`, payload, headers }));
const upsert = (name: string, query: string, payload: (place: Place) => object, headers = {}) =>
  step(name, WRITERS, 'POST', (place) => ({ url: `/questions?${query}`, payload: payload(place), headers }));
const byExternalId = (name: string, payload: (place: Place) => object, headers = {}) =>
  step(name, WRITERS, 'PUT', (place) => ({
    url: `/questions/by-external-id/${String(place.question.external_id)}`,
    payload: payload(place),
    headers,
  }));
const guessed = (place: Place) => whole(place, { external_id: place.question.external_id });
const run = (analysis_type: string) =>
  step(`run ${analysis_type}`, ['analysis:run'], 'POST', ({ question }) => ({
    url: '/analysis/run',
    payload: { analysis_type, question_ids: [question.id] },
    headers: { prefer: 'wait=30' },
  }));

const READS: readonly Step[] = [
  read('get', ({ question }) => `/questions/${question.id}`),
  read('get the other', ({ other }) => `/questions/${other.id}`),
  read('list', ({ question }) => `/questions?external_id=${String(question.external_id)}&fields=id,options,version`),
  read('list by id', ({ question, other }) => `/questions?ids=${question.id},${other.id}&sort=-updated_at`),
  read('list by change', ({ question }) => `/questions?change_id=${question.id}`),
  read('list by assignee', ({ question }) => `/questions?assignee=${question.id}`),
  read('list by analysis', ({ question }) => `/questions?analysis_id=${question.id}`),
  read('list by comment', () => '/questions?has_open_comments=true'),
  read('search', ({ question }) => `/questions?q=${encodeURIComponent(question.question_text)}`),
  read('search for the answer', () => `/questions?q=${encodeURIComponent(GUESS.correct_answer)}`),
  read(
    'search for an accepted answer',
    () => `/questions/facets?q=${encodeURIComponent(GUESS.accepted_answers[0] ?? '')}`,
  ),
  read('random', ({ question }) => `/questions/random?ids=${question.id}&seed=1`),
  read('facets', ({ question }) => `/questions/facets?external_id=${String(question.external_id)}`),
  step('get if changed', PLAYERS, 'GET', ({ question }) => ({
    url: `/questions/${question.id}`,
    headers: { 'if-none-match': '"1-play"' },
  })),
  step('draw', PLAYERS, 'POST', ({ question }) => ({ url: '/draws', payload: { filter: { ids: [question.id] } } })),
  step('draw by the answer', PLAYERS, 'POST', () => ({
    url: '/draws',
    payload: { filter: { q: GUESS.correct_answer } },
  })),
  step('draw next', PLAYERS, 'POST', ({ begun }) => ({ url: `/draws/${begun}/next`, payload: { count: 1 } })),
  read('versions', ({ question }) => `/questions/${question.id}/versions`, ['questions:read']),
  read('change items', ({ change }) => `/changes/${change}/items`, ['questions:read']),
  read('export', ({ question }) => `/questions/export?external_id=${String(question.external_id)}`, ['questions:read']),
];

const WRITES: readonly Step[] = [
  patch('patch nothing', {}),
  patch('patch the level', { difficulty: 0 }),
  patch('patch the version', { version: 2 }),
  patch('patch wrong options', { incorrect_answers: ['Mars', 'Pluto'] }),
  patch('patch no wrong options', { incorrect_answers: null }),
  patch('patch the answer', { correct_answer: GUESS.correct_answer }),
  patch('patch the key', { key: { right: [GUESS.correct_answer] }, incorrect_answers: ['Venus', 'Mars'] }),
  patch('patch a number', { key: { value: 1 } }),
  patch('patch the kind', { kind: 'choices' }),
  patch('patch the scoring', { scoring: 'partial' }),
  patch('patch accepted answers', { accepted_answers: GUESS.accepted_answers }),
  patch('patch the explanation', { explanation }),
  patch('patch all answers', { ...ANSWER }),
  patch('patch all answers of version 1', { ...ANSWER, explanation }, { 'if-match': '"1"' }),
  byExternalId('put by external id', (place) => whole(place)),
  byExternalId('put by external id a part', ({ question }) => ({
    question_text: question.question_text,
    category: question.category,
    difficulty: question.difficulty,
    correct_answer: GUESS.correct_answer,
  })),
  byExternalId('put by external id if new', (place) => whole(place), { 'if-none-match': '*' }),
  upsert('update one', 'on_conflict=update', guessed),
  upsert('update a list', 'on_conflict=update', (place) => [guessed(place)]),
  upsert('update leniently', 'on_conflict=update', (place) => [guessed(place), {}], { prefer: 'handling=lenient' }),
  upsert('skip', 'on_conflict=skip', (place) => [guessed(place)]),
  upsert('reject duplicates', 'on_duplicate=reject', (place) => whole(place)),
  upsert('warn of duplicates', 'on_duplicate=warn', (place) => [whole(place)]),
  step('merge into it', WRITERS, 'POST', ({ question, other }) => ({
    url: `/questions/${question.id}/merge`,
    payload: { other: other.id, take: ['incorrect_answers'] },
  })),
  step('merge into the other', WRITERS, 'POST', ({ question, other }) => ({
    url: `/questions/${other.id}/merge`,
    payload: { other: question.id, take: ['correct_answer'] },
  })),
  step('revert', WRITERS, 'POST', ({ change }) => ({ url: `/changes/${change}/revert` })),
  step('cancel', WRITERS, 'POST', ({ change }) => ({ url: `/changes/${change}/cancel` })),
  step('restore', WRITERS, 'POST', ({ question }) => ({ url: `/questions/${question.id}/restore` })),
  step('change in bulk', WRITERS, 'POST', ({ question }) => ({
    url: '/questions/bulk',
    payload: { question_ids: [question.id], dry_run: true, set: { difficulty: 2 } },
  })),
  step('import', WRITERS, 'POST', ({ question }) => ({
    url: '/imports?format=jsonl&on_duplicate=update',
    payload: `${JSON.stringify({ ...whole({ question } as Place), external_id: question.external_id })}\n`,
    headers: { 'content-type': 'application/octet-stream' },
  })),
  read('list imports', () => '/imports?limit=1', WRITERS),
  step('undo an import', WRITERS, 'POST', ({ begun }) => ({ url: `/imports/${begun}/undo` })),
  step('dismiss a pair', WRITERS, 'POST', ({ question, other }) => ({
    url: '/dismissals',
    payload: { question_ids: [question.id, other.id] },
  })),
];

const OTHERS: readonly Step[] = [
  step('delete', ['questions:delete'], 'DELETE', ({ question }) => ({ url: `/questions/${question.id}` })),
  step('delete version 1', ['questions:delete'], 'DELETE', ({ question }) => ({
    url: `/questions/${question.id}`,
    headers: { 'if-match': '"1"' },
  })),
  run('coverage'),
  run('text_statistics'),
  run('item_flaws'),
  read('analysis', ({ begun }) => `/analysis/${begun}`, ['analysis:read']),
  read('analyses of it', ({ question }) => `/analysis?question_id=${question.id}`, ['analysis:read']),
  read('rows of an analysis', ({ begun }) => `/analysis/${begun}/items`, ['analysis:read']),
  read('categories', () => '/categories', ['questions:play', 'categories:manage']),
  read('people', () => '/people', ['people:manage', 'questions:write']),
  read('webhooks', () => '/webhooks', ['webhooks:manage']),
  step('make a key', ['tokens:manage'], 'POST', () => ({
    url: '/tokens',
    payload: { name: 'more', scopes: ['questions:read'] },
  })),
];

export const STEPS: readonly Step[] = [...READS, ...WRITES, ...OTHERS];

const BLIND = SCOPES.filter((scope) => scope !== 'questions:read');
/** Every pair of scopes without `questions:read`. */
export const PAIRS: readonly (readonly Scope[])[] = BLIND.flatMap((one, index) =>
  BLIND.slice(index + 1).map((two) => [one, two]),
);

/** The pairs that admit the given scopes; others are rejected before anything is examined. */
export function stepsOf(scopes: readonly Scope[]): readonly Step[] {
  return STEPS.filter(({ needs }) => needs.some((scope) => scopes.includes(scope)));
}
