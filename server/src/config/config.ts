import { isJwt } from '../domain/tokens/secret.ts';
import { findMisspelt } from './misspelt.ts';
import { Problem, type Setting } from './setting.ts';
import { settings } from './settings.ts';

type Settings = typeof settings;
export type Config = {
  readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Exclude<Value, Problem> : never;
};

export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

const variables = Object.values(settings).map(({ variable }) => variable);

/** The only reader of process.env. Reads the whole environment; throws one error that names everything that is wrong. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  fallbacks: Readonly<Record<string, string>> = {},
): Config {
  const problems: string[] = [];
  const entries = Object.entries(settings).map(([name, { variable, fallback, read }]) => {
    const value = read(environment[variable] ?? fallbacks[variable] ?? fallback);
    if (value instanceof Problem) problems.push(`${variable} ${value.message}`);
    return [name, value];
  });
  const config = Object.fromEntries(entries) as Config;
  if (config.authIssuer !== undefined && config.authAudience === undefined)
    problems.push('AUTH_AUDIENCE is required with AUTH_ISSUER');
  if (config.authIssuer !== undefined && isJwt(config.bootstrapToken ?? ''))
    problems.push('BOOTSTRAP_TOKEN has the form of a JWT: with AUTH_ISSUER it would never be accepted');
  if (config.openidIssuer !== undefined && config.openidClientId === undefined)
    problems.push('OPENID_CLIENT_ID is required with OPENID_ISSUER');
  if (config.openidIssuer !== undefined && config.publicUrl === undefined)
    problems.push('PUBLIC_URL is required with OPENID_ISSUER: the provider sends people back there');
  for (const { given, meant } of findMisspelt(environment, variables))
    problems.push(`${given} is not a setting: did you mean ${meant}?`);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}
