import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { settings } from './settings.ts';

function problemsOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

describe('readConfig', () => {
  it('needs nothing: every setting has a default that can be read', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      apiProcesses: 1,
      workerPort: 9464,
      databaseWaitMs: 60_000,
      stopDelayMs: 0,
      databaseUrl: undefined,
      databaseReplicaUrl: undefined,
      dataDir: '.quaestor',
      databasePoolSize: 8,
      readTimeoutMs: 5000,
      scanTimeoutMs: 2000,
      scansAtOnce: 4,
      scansPerPrincipal: 2,
      writeTimeoutMs: 15_000,
      requestTimeoutMs: 30_000,
      publicUrl: undefined,
      trustProxy: 0,
      corsOrigins: [],
      mcp: false,
      requireIfMatch: false,
      responseCacheMb: 32,
      replyMemoryMb: 128,
      bootstrapToken: undefined,
      anonymousScopes: [],
      accessTokenSeconds: 3600,
      authIssuer: undefined,
      authAudience: undefined,
      rateLimit: true,
      redisUrl: undefined,
      limitSeconds: 60,
      limitPoints: 6000,
      limitPointsAnonymous: 60,
      costRead: 1,
      costSearch: 2,
      costExport: 10,
      exportsAtOnce: 4,
      exportsPerPrincipal: 2,
      streamsAtOnce: 2000,
      streamsPerPrincipal: 100,
      streamHeartbeatMs: 15_000,
      importMaxMb: 256,
      importsUnfinished: 5,
      webhookAllowHttp: false,
      webhookNetworks: [],
      webhookKey: undefined,
      costScan: 5,
      costPlot: 5,
      costWrite: 5,
      tokenFailures: 60,
      costAnalysis: 10,
      analysesUnfinished: 5,
      analysesQueued: 1000,
      analysisWaitMs: 2000,
      analysisDays: 30,
      analysesKept: 1000,
      auditDays: 365,
      dailyStorageMb: 1024,
      analysisShardSize: 30_000,
      analysisThreads: 0,
      loginFailures: 10,
      loginFailuresAddress: 100,
      overloadDelayMs: 500,
      replicaMaxLagMs: 5000,
      responseTimeoutMs: 20_000,
      maxConnections: 10_000,
      stopTimeoutMs: 10_000,
      bodyMemoryMb: 96,
      logLevel: 'info',
      tracesShare: 1,
    });
  });

  it('reads every setting from its variable', () => {
    expect(
      readConfig({
        HOST: '0.0.0.0',
        PORT: '0',
        API_PROCESSES: '3',
        WORKER_PORT: '9999',
        DATABASE_WAIT_MS: '0',
        STOP_DELAY_MS: '5000',
        DATABASE_URL: 'postgres://user@db:5432/bank',
        DATABASE_REPLICA_URL: 'postgres://user@replica:5432/bank',
        DATA_DIR: 'elsewhere',
        DATABASE_POOL_SIZE: '200',
        READ_TIMEOUT_MS: '10',
        SCAN_TIMEOUT_MS: '10',
        SCANS_AT_ONCE: '6',
        SCANS_PER_PRINCIPAL: '3',
        WRITE_TIMEOUT_MS: '600000',
        REQUEST_TIMEOUT_MS: '100',
        PUBLIC_URL: 'https://bank.example/',
        TRUST_PROXY: 'true',
        CORS_ORIGINS: ' https://a.example ,, https://b.example',
        MCP: 'true',
        REQUIRE_IF_MATCH: 'true',
        RESPONSE_CACHE_MB: '0',
        REPLY_MEMORY_MB: '64',
        BOOTSTRAP_TOKEN: 'a'.repeat(32),
        ANONYMOUS_SCOPES: 'questions:play, questions:read',
        ACCESS_TOKEN_SECONDS: '60',
        AUTH_ISSUER: 'https://issuer.example/realm/',
        AUTH_AUDIENCE: 'quaestor',
        RATE_LIMIT: 'false',
        REDIS_URL: 'redis://redis:6379/1',
        LIMIT_SECONDS: '10',
        LIMIT_POINTS: '100',
        LIMIT_POINTS_ANONYMOUS: '10',
        COST_READ: '2',
        COST_SEARCH: '3',
        COST_EXPORT: '11',
        EXPORTS_AT_ONCE: '5',
        STREAMS_AT_ONCE: '7',
        STREAMS_PER_PRINCIPAL: '6',
        STREAM_HEARTBEAT_MS: '1000',
        EXPORTS_PER_PRINCIPAL: '3',
        IMPORT_MAX_MB: '10',
        IMPORTS_UNFINISHED: '6',
        WEBHOOK_ALLOW_HTTP: 'true',
        WEBHOOK_NETWORKS: '10.0.0.0/8, fd00::/8',
        WEBHOOK_KEY: 'k'.repeat(32),
        COST_SCAN: '7',
        COST_PLOT: '8',
        COST_WRITE: '6',
        TOKEN_FAILURES: '7',
        COST_ANALYSIS: '8',
        ANALYSES_UNFINISHED: '2',
        ANALYSES_QUEUED: '20',
        ANALYSIS_WAIT_MS: '0',
        ANALYSIS_DAYS: '1',
        ANALYSES_KEPT: '12',
        AUDIT_DAYS: '40',
        DAILY_STORAGE_MB: '13',
        ANALYSIS_SHARD_SIZE: '100',
        ANALYSIS_THREADS: '4',
        LOGIN_FAILURES: '3',
        LOGIN_FAILURES_ADDRESS: '30',
        OVERLOAD_DELAY_MS: '0',
        REPLICA_MAX_LAG_MS: '7000',
        RESPONSE_TIMEOUT_MS: '9000',
        MAX_CONNECTIONS: '50',
        STOP_TIMEOUT_MS: '3000',
        BODY_MEMORY_MB: '48',
        LOG_LEVEL: 'silent',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }),
    ).toEqual({
      host: '0.0.0.0',
      port: 0,
      apiProcesses: 3,
      workerPort: 9999,
      databaseWaitMs: 0,
      stopDelayMs: 5000,
      databaseUrl: 'postgres://user@db:5432/bank',
      databaseReplicaUrl: 'postgres://user@replica:5432/bank',
      dataDir: 'elsewhere',
      databasePoolSize: 200,
      readTimeoutMs: 10,
      scanTimeoutMs: 10,
      scansAtOnce: 6,
      scansPerPrincipal: 3,
      writeTimeoutMs: 600_000,
      requestTimeoutMs: 100,
      publicUrl: 'https://bank.example',
      trustProxy: 1,
      corsOrigins: ['https://a.example', 'https://b.example'],
      mcp: true,
      requireIfMatch: true,
      responseCacheMb: 0,
      replyMemoryMb: 64,
      bootstrapToken: 'a'.repeat(32),
      anonymousScopes: ['questions:read', 'questions:play'],
      accessTokenSeconds: 60,
      authIssuer: 'https://issuer.example/realm',
      authAudience: 'quaestor',
      rateLimit: false,
      redisUrl: 'redis://redis:6379/1',
      limitSeconds: 10,
      limitPoints: 100,
      limitPointsAnonymous: 10,
      costRead: 2,
      costSearch: 3,
      costExport: 11,
      exportsAtOnce: 5,
      streamsAtOnce: 7,
      streamsPerPrincipal: 6,
      streamHeartbeatMs: 1000,
      exportsPerPrincipal: 3,
      importMaxMb: 10,
      importsUnfinished: 6,
      webhookAllowHttp: true,
      webhookNetworks: ['10.0.0.0/8', 'fd00::/8'],
      webhookKey: 'k'.repeat(32),
      costScan: 7,
      costPlot: 8,
      costWrite: 6,
      tokenFailures: 7,
      costAnalysis: 8,
      analysesUnfinished: 2,
      analysesQueued: 20,
      analysisWaitMs: 0,
      analysisDays: 1,
      analysesKept: 12,
      auditDays: 40,
      dailyStorageMb: 13,
      analysisShardSize: 100,
      analysisThreads: 4,
      loginFailures: 3,
      loginFailuresAddress: 30,
      overloadDelayMs: 0,
      replicaMaxLagMs: 7000,
      responseTimeoutMs: 9000,
      maxConnections: 50,
      stopTimeoutMs: 3000,
      bodyMemoryMb: 48,
      logLevel: 'silent',
      tracesEndpoint: 'http://collector:4318',
      tracesShare: 0.25,
    });
  });

  it('prefers the environment to the fallbacks of a program, and these to the defaults', () => {
    const fallbacks = { LOG_LEVEL: 'warn', PORT: '9000' };
    expect(readConfig({ PORT: '1' }, fallbacks)).toMatchObject({ port: 1, logLevel: 'warn', host: '127.0.0.1' });
  });

  it('takes a process for each processor', () => {
    expect(readConfig({ API_PROCESSES: 'auto' }).apiProcesses).toBe(availableParallelism());
  });

  it('names every problem at once', () => {
    const message = problemsOf({
      PORT: '65536',
      DATABASE_URL: 'not a url',
      DATABASE_POOL_SIZE: '0',
      READ_TIMEOUT_MS: '1e3',
      PUBLIC_URL: 'bank.example',
      TRUST_PROXY: 'yes',
      LOG_LEVEL: 'loud',
      OTEL_TRACES_SAMPLER_ARG: '1.5',
    });
    expect(message.split('\n')).toEqual([
      'The configuration has 8 problems:',
      '  - PORT must be a whole number from 0 to 65535',
      '  - DATABASE_URL is not a URL',
      '  - DATABASE_POOL_SIZE must be a whole number from 1 to 200',
      '  - READ_TIMEOUT_MS must be a whole number from 10 to 600000',
      '  - PUBLIC_URL is not a URL',
      '  - TRUST_PROXY must be true, false or a number of proxies from 0 to 9',
      '  - LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      '  - OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
    ]);
  });

  it.each([
    ['BOOTSTRAP_TOKEN', 'x'.repeat(31)],
    ['BOOTSTRAP_TOKEN', `${'x'.repeat(40)} `],
    ['BOOTSTRAP_TOKEN', `${'x'.repeat(20)}\n${'x'.repeat(20)}`],
    ['ANONYMOUS_SCOPES', 'questions:read,everything'],
    ['ANONYMOUS_SCOPES', 'tokens:manage'],
    ['AUTH_ISSUER', 'issuer.example'],
    ['API_PROCESSES', '0'],
    ['API_PROCESSES', '65'],
    ['API_PROCESSES', 'all'],
  ])('rejects %s=%j', (variable, text) => {
    expect(problemsOf({ [variable]: text, AUTH_AUDIENCE: 'quaestor' })).toContain(`- ${variable} `);
  });

  const RANDOM = 'abcdefghijklmnopqrstuvwxyz0123';
  const CHECKSUM = '2LolCm';

  it.each([
    ['an API key with a typing error', `qst_${RANDOM}2LolCn`],
    ['an API key that was cut off', `qst_${RANDOM}2LolC`],
    ['an API key with more behind it', `qst_${RANDOM}${CHECKSUM}x`],
    ['an access token with a typing error', `qat_${RANDOM}2LolCn`],
    ['the secret of a client', `qcs_${RANDOM}${CHECKSUM}`],
  ])('rejects %s as BOOTSTRAP_TOKEN, which would never be accepted, and does not show it', (_name, token) => {
    const problems = problemsOf({ BOOTSTRAP_TOKEN: token });
    expect(problems).toContain(`- BOOTSTRAP_TOKEN begins with "${token.slice(0, 4)}" like a token of this service`);
    expect(problems).not.toContain(RANDOM);
  });

  it.each([`qst_${RANDOM}${CHECKSUM}`, `qat_${RANDOM}${CHECKSUM}`, `QST_${RANDOM}${CHECKSUM}`])(
    'takes %s as BOOTSTRAP_TOKEN, which can be accepted',
    (token) => {
      expect(readConfig({ BOOTSTRAP_TOKEN: token }).bootstrapToken).toBe(token);
    },
  );

  it('rejects a BOOTSTRAP_TOKEN in the form of a JWT beside an outside issuer, who would be asked about it', () => {
    const token = { BOOTSTRAP_TOKEN: `${'a'.repeat(20)}.${'b'.repeat(20)}.c` };
    expect(readConfig(token).bootstrapToken).toBe(token.BOOTSTRAP_TOKEN);
    const issuer = { AUTH_ISSUER: 'https://issuer.example', AUTH_AUDIENCE: 'quaestor' };
    expect(problemsOf({ ...token, ...issuer })).toContain('- BOOTSTRAP_TOKEN has the form of a JWT');
  });

  it('takes any text of 32 characters as the operator’s credential', () => {
    const token = `Ein Satz mit Umlaut: ü, und ${'💡'.repeat(5)}`;
    expect(readConfig({ BOOTSTRAP_TOKEN: token }).bootstrapToken).toBe(token);
  });

  it.each([
    ['false', 0],
    ['0', 0],
    ['true', 1],
    ['2', 2],
  ])('reads TRUST_PROXY=%s as %i proxies', (text, count) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(count);
  });

  it('needs to know the audience of an outside issuer', () => {
    expect(problemsOf({ AUTH_ISSUER: 'https://issuer.example' })).toContain('AUTH_AUDIENCE is required');
  });

  it('says it in the singular for one', () => {
    expect(problemsOf({ PORT: '' })).toBe(
      'The configuration has a problem:\n  - PORT must be a whole number from 0 to 65535',
    );
  });

  it.each(['10.0.0.0', '10.0.0.0/33', '10.0.0.0/8/8', 'fd00::/129', 'example.com/8', '10.0.0.0/x'])(
    'rejects "%s" as a network',
    (text) => {
      expect(problemsOf({ WEBHOOK_NETWORKS: `127.0.0.0/8,${text}` })).toContain(`"${text}" is none`);
    },
  );

  it.each(['-1', '1.5', ' 80', '0x50', '1_000', 'NaN', 'Infinity'])('rejects "%s" as a number', (text) => {
    expect(problemsOf({ PORT: text })).toContain('PORT must be a whole number');
  });

  it('never repeats a value, since it may be a secret', () => {
    expect(problemsOf({ DATABASE_URL: 'secret word' })).not.toContain('secret');
  });

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });
});

describe('settings', () => {
  it('each have a variable of their own and say what they mean', () => {
    const all = Object.values(settings);
    expect(new Set(all.map((setting) => setting.variable)).size).toBe(all.length);
    for (const { variable, meaning } of all) {
      expect(variable).toMatch(/^[A-Z][A-Z_]*[A-Z]$/u);
      expect(meaning).toMatch(/^[A-Z].*\.$/u);
    }
  });
});
