import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

/** Mistakes of operators, with the words of the message that names each. */
const WRONG: readonly (readonly [setting: string, value: string, says: string])[] = [
  ['PORT', '80a', 'PORT must be a whole number'],
  ['PORT', '-1', 'PORT must be a whole number'],
  ['PORT', '', 'PORT must be a whole number'],
  ['HOST', ' ', 'HOST must not be empty'],
  ['WORKER_PORT', '99999', 'WORKER_PORT must be a whole number from 0 to 65535'],
  ['DATABASE_URL', 'localhost:5432', 'DATABASE_URL must begin with postgres:// or postgresql://'],
  ['DATABASE_URL', 'mysql://root@localhost/bank', 'DATABASE_URL must begin with postgres:// or postgresql://'],
  ['DATABASE_URL', 'http://localhost:5432', 'DATABASE_URL must begin with postgres:// or postgresql://'],
  ['DATABASE_URL', '/var/run/postgresql', 'DATABASE_URL is not a URL'],
  ['DATABASE_REPLICA_URL', 'redis://localhost', 'DATABASE_REPLICA_URL must begin with postgres://'],
  ['REDIS_URL', 'localhost:6379', 'REDIS_URL must begin with redis:// or rediss://'],
  ['REDIS_URL', 'http://localhost:6379', 'REDIS_URL must begin with redis:// or rediss://'],
  ['PUBLIC_URL', 'bank.example', 'PUBLIC_URL is not a URL'],
  ['PUBLIC_URL', 'ftp://bank.example', 'PUBLIC_URL must begin with http:// or https://'],
  ['AUTH_ISSUER', 'ldap://issuer.example', 'AUTH_ISSUER must begin with http:// or https://'],
  ['OPENID_ISSUER', 'issuer.example', 'OPENID_ISSUER must be an http or https URL'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'OTEL_EXPORTER_OTLP_ENDPOINT must begin with http://'],
  ['CORS_ORIGINS', 'https://quiz.example,*', 'and "*" is not one'],
  ['CORS_ORIGINS', 'example.com', 'and "example.com" is not one'],
  ['CORS_ORIGINS', 'https://quiz.example/', 'and "https://quiz.example/" is not one'],
  ['CORS_ORIGINS', 'https://quiz.example/app', 'and "https://quiz.example/app" is not one'],
  ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be true, false or a number of proxies'],
  ['RATE_LIMIT', 'off', 'RATE_LIMIT must be true or false'],
  ['LOG_LEVEL', 'verbose', 'LOG_LEVEL must be one of fatal'],
  ['API_PROCESSES', '0', 'API_PROCESSES must be auto or a whole number'],
  ['READ_TIMEOUT_MS', '5s', 'READ_TIMEOUT_MS must be a whole number'],
  ['BOOTSTRAP_TOKEN', 'secret', 'BOOTSTRAP_TOKEN must have at least 32 characters'],
  ['WEBHOOK_NETWORKS', '10.0.0.1', 'and "10.0.0.1" is not one'],
  ['ANONYMOUS_SCOPES', 'read', 'ANONYMOUS_SCOPES must be a list of'],
  ['OTEL_TRACES_SAMPLER_ARG', '50', 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
  ['DATABSE_URL', 'postgres://localhost/bank', 'DATABSE_URL is not a setting: did you mean DATABASE_URL?'],
  ['LIMITPOINTS', '100', 'LIMITPOINTS is not a setting: did you mean LIMIT_POINTS?'],
  ['CORS_ORIGIN', 'https://quiz.example', 'CORS_ORIGIN is not a setting: did you mean CORS_ORIGINS?'],
  ['log_level', 'warn', 'log_level is not a setting: did you mean LOG_LEVEL?'],
  ['BOOTSTRAP_TOKNE', 'x'.repeat(40), 'BOOTSTRAP_TOKNE is not a setting: did you mean BOOTSTRAP_TOKEN?'],
];

describe('a wrong configuration', () => {
  it.each(WRONG)('is rejected with a message: %s=%s', (setting, value, says) => {
    let message = '';
    try {
      readConfig({ [setting]: value });
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      message = (error as Error).message;
    }
    expect(message).toContain(`  - ${says.startsWith('and') ? setting : says}`);
    expect(message).toContain(says);
  });

  it('does not include variables of other programs', () => {
    const others = {
      PATH: '/bin',
      POSTGRES_PORT: '5432',
      DATABASE_URLS: 'of another program',
      DATABASE_URL: 'postgres://localhost/bank',
      REDIS_SERVICE_HOST: '10.0.0.1',
      npm_config_loglevel: 'error',
      ['X'.repeat(70_000)]: 'long',
    };
    expect(readConfig(others).databaseUrl).toBe('postgres://localhost/bank');
  });
});
