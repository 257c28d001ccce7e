import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DIFFICULTY_LEVELS } from '../../../server/src/domain/questions/difficulty.ts';
import { type Context, writeLines } from '../context.ts';
import { type Started, startApi, startProcess } from '../processes.ts';
import { CATEGORIES } from '../question-generator.ts';
import { median } from '../ratio.ts';
import { saveResults } from '../report.ts';
import { wrk } from '../wrk.ts';

const PACKAGES = { '@platformatic/db': '3.67.0', postgraphile: '5.1.5' };
/** The fields of a question; requesting these makes all three services return the same content. */
const COLUMNS =
  'id,questionText,correctAnswer,categoryId,difficulty,topicFocus,acceptedAnswers,incorrectAnswers,explanation,tags,language,source,license,externalId,status,version,createdAt,updatedAt';
const CONNECTIONS = 32;

interface Peer {
  name: string;
  start(databaseUrl: string): Promise<Started>;
  /** The Lua script that requests a page of 20 questions from a cell. */
  script: 'urls' | 'post';
  request(categoryId: number, difficulty: number): string;
  path?: string;
}

const PEERS: Peer[] = [
  {
    name: 'Quaestor',
    start: (databaseUrl) => startApi(databaseUrl, { RESPONSE_CACHE_MB: '0' }),
    script: 'urls',
    request: (categoryId, difficulty) =>
      `/questions?category=${encodeURIComponent(CATEGORIES[categoryId - 1] ?? '')}&difficulty=${difficulty}&limit=20`,
  },
  {
    name: 'Platformatic DB 3.67',
    start: (databaseUrl) => startPeer('platformatic.mjs', '/questions/?limit=1', databaseUrl),
    script: 'urls',
    request: (categoryId, difficulty) =>
      `/questions/?where.status.eq=ready&where.categoryId.eq=${categoryId}&where.difficulty.eq=${difficulty}&where.deletedAt.eq=null&orderby.position=asc&limit=20&fields=${COLUMNS}`,
  },
  {
    name: 'PostGraphile 5.1',
    start: (databaseUrl) => startPeer('postgraphile.mjs', '/', databaseUrl),
    script: 'post',
    path: '/graphql',
    request: (categoryId, difficulty) =>
      JSON.stringify({
        query: `query ($c: Int!, $d: Int!) { allQuestions(condition: {status: ready, categoryId: $c, difficulty: $d, deletedAt: null}, orderBy: [POSITION_ASC], first: 20) { nodes { ${COLUMNS.replace('id,', 'rowId,').replaceAll(',', ' ')} } } }`,
        variables: { c: categoryId, d: difficulty },
      }),
  },
];

/** Reads pages of 20 from every cell, uncached, from each service in turn, for several rounds. */
export async function comparePeers(context: Context, say: (line: string) => void): Promise<void> {
  installPeers(say);
  const rates = new Map(PEERS.map((peer) => [peer.name, [] as number[]]));
  const started = new Map<string, Started>();
  for (const peer of PEERS) started.set(peer.name, await peer.start(context.databaseUrl));
  for (let round = -1; round < context.repetitions; round += 1) {
    for (const peer of PEERS) {
      const origin = started.get(peer.name)?.origin ?? '';
      const rate = await measure(context, peer, origin, round < 0 ? context.warmUpSeconds : context.seconds);
      if (round >= 0) rates.get(peer.name)?.push(rate);
    }
  }
  for (const process of started.values()) await process.stop();
  const ours = median(rates.get('Quaestor') ?? []);
  const peers = [...rates].map(([name, seen]) => ({
    peer: name,
    list_per_second: Math.round(median(seen)),
    range: [Math.round(Math.min(...seen)), Math.round(Math.max(...seen))],
    quaestor_is: Number((ours / median(seen)).toPrecision(3)),
    rows: context.count,
  }));
  for (const peer of peers) say(JSON.stringify(peer));
  saveResults({ peers }, 'peers');
}

async function measure(context: Context, peer: Peer, origin: string, seconds: number): Promise<number> {
  const lines = CATEGORIES.flatMap((_, index) =>
    DIFFICULTY_LEVELS.map((difficulty) => peer.request(index + 1, difficulty)),
  );
  const file = writeLines(context, `peer-${peer.script}`, lines);
  const run = { url: origin, connections: CONNECTIONS, seconds, script: peer.script };
  const { perSecond, failed } = await wrk({ ...run, args: peer.path === undefined ? [file] : [file, peer.path] });
  if (failed > 0) throw new Error(`${peer.name}: ${failed} requests failed`);
  return perSecond;
}

/** This folder is outside the workspace, so that the peers never become dependencies of the project. */
const DIRECTORY = path.join(tmpdir(), 'quaestor-peers');

function installPeers(say: (line: string) => void): void {
  mkdirSync(DIRECTORY, { recursive: true });
  for (const file of ['platformatic.mjs', 'postgraphile.mjs'])
    copyFileSync(path.join(import.meta.dirname, file), path.join(DIRECTORY, file));
  if (existsSync(path.join(DIRECTORY, 'node_modules', 'postgraphile'))) return;
  say(`installing ${Object.keys(PACKAGES).join(' and ')} in ${DIRECTORY}`);
  writeFileSync(path.join(DIRECTORY, 'package.json'), '{"private":true,"type":"module"}\n');
  const wanted = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...wanted], { cwd: DIRECTORY, stdio: 'inherit' });
}

function startPeer(file: string, ready: string, databaseUrl: string): Promise<Started> {
  return startProcess(path.join(DIRECTORY, file), ready, { DATABASE_URL: databaseUrl, NODE_ENV: 'production' });
}
