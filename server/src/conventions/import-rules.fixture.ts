export const FRAMEWORKS = [
  'fastify',
  'fastify/lib/errors.js',
  'pg',
  'pg/lib/client.js',
  'pg-boss',
  'pg-boss/dist/manager.js',
];
const QUEUE = ['pg-boss', 'pg-boss/dist/manager.js'];
const DEMO = ['../demo/questions.json'];
export const WORLD = [
  'node:fs',
  'node:fs/promises',
  'node:net',
  'node:http',
  'node:https',
  'node:http2',
  'node:worker_threads',
];

/** What a file, or every file of a folder, in server/src may not import: folders and files of ours, and packages. */
export interface Rule {
  may?: readonly string[];
  mayNot?: readonly string[];
  packages: readonly string[];
}

/** The table of ARCHITECTURE.md. With `may`, everything else of ours is forbidden. */
export const RULES: Readonly<Record<string, Rule>> = {
  'errors.ts': { may: ['errors'], packages: [...DEMO, ...QUEUE] },
  config: { may: ['domain'], packages: QUEUE },
  domain: { may: ['errors.ts'], packages: [...FRAMEWORKS, ...WORLD] },
  analysis: { may: ['domain'], packages: [...FRAMEWORKS, ...WORLD] },
  formats: { may: ['domain'], packages: [...FRAMEWORKS, ...WORLD] },
  plots: { may: ['domain'], packages: FRAMEWORKS },
  queue: { may: ['domain', 'store'], packages: ['fastify', 'fastify/lib/errors.js'] },
  store: { may: ['domain', 'limits', 'errors.ts'], packages: ['fastify', 'fastify/lib/errors.js', ...QUEUE] },
  access: {
    may: ['domain', 'limits', 'store', 'config', 'errors.ts'],
    packages: ['fastify', 'fastify/lib/errors.js', ...QUEUE],
  },
  limits: { may: ['config'], packages: QUEUE },
  operations: { mayNot: ['plugins', 'routes', 'worker', 'bin', 'app.ts'], packages: FRAMEWORKS },
  plugins: { mayNot: ['routes', 'worker', 'bin', 'app.ts'], packages: QUEUE },
  routes: {
    mayNot: ['worker', 'bin', 'app.ts'],
    packages: ['pg', 'pg/lib/client.js', 'pg-boss', 'pg-boss/dist/manager.js'],
  },
  bin: { mayNot: [], packages: QUEUE },
  cached: { mayNot: [], packages: QUEUE },
  worker: { mayNot: ['routes', 'plugins', 'bin', 'app.ts'], packages: ['pg', 'pg/lib/client.js', ...QUEUE] },
};
