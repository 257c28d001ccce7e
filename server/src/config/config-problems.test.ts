import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

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
    ['OPENID_ISSUER', 'issuer.example'],
    ['OPENID_ISSUER', 'ftp://issuer.example'],
    ['OPENID_ISSUER', 'https://issuer.example?tenant=1'],
    ['OPENID_NAME', ' '],
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
    ['an API key with a suffix', `qst_${RANDOM}${CHECKSUM}x`],
    ['an access token with a typing error', `qat_${RANDOM}2LolCn`],
    ['the secret of a client', `qcs_${RANDOM}${CHECKSUM}`],
  ])('rejects %s as BOOTSTRAP_TOKEN, which no request could use, and does not show it', (_name, token) => {
    const problems = problemsOf({ BOOTSTRAP_TOKEN: token });
    expect(problems).toContain(`- BOOTSTRAP_TOKEN begins with "${token.slice(0, 4)}" like a token of this service`);
    expect(problems).not.toContain(RANDOM);
  });

  it.each([`qst_${RANDOM}${CHECKSUM}`, `qat_${RANDOM}${CHECKSUM}`, `QST_${RANDOM}${CHECKSUM}`])(
    'accepts %s as BOOTSTRAP_TOKEN',
    (token) => {
      expect(readConfig({ BOOTSTRAP_TOKEN: token }).bootstrapToken).toBe(token);
    },
  );

  it('rejects a BOOTSTRAP_TOKEN in the form of a JWT if an external issuer verifies these', () => {
    const token = { BOOTSTRAP_TOKEN: `${'a'.repeat(20)}.${'b'.repeat(20)}.c` };
    expect(readConfig(token).bootstrapToken).toBe(token.BOOTSTRAP_TOKEN);
    const issuer = { AUTH_ISSUER: 'https://issuer.example', AUTH_AUDIENCE: 'quaestor' };
    expect(problemsOf({ ...token, ...issuer })).toContain('- BOOTSTRAP_TOKEN has the form of a JWT');
  });

  it('requires the client id at an OpenID provider and the URL to which it sends people back', () => {
    const problems = problemsOf({ OPENID_ISSUER: 'https://issuer.example' });
    expect(problems).toContain('- OPENID_CLIENT_ID is required with OPENID_ISSUER');
    expect(problems).toContain('- PUBLIC_URL is required with OPENID_ISSUER');
  });

  it('accepts any text of 32 characters as the operator’s token', () => {
    const token = `Ein Satz mit Umlaut: ü, und ${'💡'.repeat(5)}`;
    expect(readConfig({ BOOTSTRAP_TOKEN: token }).bootstrapToken).toBe(token);
  });

  it('requires the audience of an external issuer', () => {
    expect(problemsOf({ AUTH_ISSUER: 'https://issuer.example' })).toContain('AUTH_AUDIENCE is required');
  });

  it('uses the singular for one problem', () => {
    expect(problemsOf({ PORT: '' })).toBe(
      'The configuration has a problem:\n  - PORT must be a whole number from 0 to 65535',
    );
  });

  it.each(['10.0.0.0', '10.0.0.0/33', '10.0.0.0/8/8', 'fd00::/129', 'example.com/8', '10.0.0.0/x'])(
    'rejects "%s" as a network',
    (text) => {
      expect(problemsOf({ WEBHOOK_NETWORKS: `127.0.0.0/8,${text}` })).toContain(`"${text}" is not one`);
    },
  );

  it.each(['-1', '1.5', ' 80', '0x50', '1_000', 'NaN', 'Infinity'])('rejects "%s" as a number', (text) => {
    expect(problemsOf({ PORT: text })).toContain('PORT must be a whole number');
  });

  it('never repeats a value, which may be a secret', () => {
    expect(problemsOf({ DATABASE_URL: 'secret word' })).not.toContain('secret');
  });
});
