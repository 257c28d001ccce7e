import { integer, setting } from './setting.ts';

/** How long people stay signed in; a part of the table of settings. */
export const sessionSettings = {
  sessionIdleSeconds: setting(
    'SESSION_IDLE_SECONDS',
    '43200',
    integer(300, 31_536_000),
    'How long a person stays signed in without doing anything, in seconds.',
  ),
  sessionSeconds: setting(
    'SESSION_SECONDS',
    '604800',
    integer(300, 31_536_000),
    'How long a person stays signed in at most, in seconds.',
  ),
  reauthenticateSeconds: setting(
    'REAUTHENTICATE_SECONDS',
    '900',
    integer(60, 31_536_000),
    'How long after signing in a person may change people, API keys and OAuth clients, in seconds. Then they sign in again.',
  ),
  signInLinkSeconds: setting(
    'SIGN_IN_LINK_SECONDS',
    '86400',
    integer(60, 2_592_000),
    'How long a link to sign in works, in seconds, unless it is used before.',
  ),
} as const;
