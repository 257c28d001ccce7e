import { integer, setting } from './setting.ts';

/** How long people stay signed in; a part of the table of settings. */
export const sessionSettings = {
  sessionIdleSeconds: setting(
    'SESSION_IDLE_SECONDS',
    '43200',
    integer(300, 31_536_000),
    'How long a person stays signed in without activity, in seconds.',
  ),
  sessionSeconds: setting(
    'SESSION_SECONDS',
    '604800',
    integer(300, 31_536_000),
    'The maximum time a person stays signed in, in seconds.',
  ),
  reauthenticateSeconds: setting(
    'REAUTHENTICATE_SECONDS',
    '900',
    integer(60, 31_536_000),
    'How long after signing in a person may change people, API keys and OAuth clients, in seconds. Afterwards they must sign in again.',
  ),
  signInLinkSeconds: setting(
    'SIGN_IN_LINK_SECONDS',
    '86400',
    integer(60, 2_592_000),
    'How long a sign-in link works, in seconds. It works once.',
  ),
} as const;
