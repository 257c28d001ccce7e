import { flag, networks, optionalToken, setting } from './setting.ts';

/** What webhooks may reach, and how their secrets are kept; a part of the table of settings. */
export const webhookSettings = {
  webhookAllowHttp: setting(
    'WEBHOOK_ALLOW_HTTP',
    'false',
    flag,
    'Whether webhooks may have `http://` URLs. Messages are signed, but anybody on the way can read them.',
  ),
  webhookNetworks: setting(
    'WEBHOOK_NETWORKS',
    '',
    networks,
    'Private networks that webhooks may reach, such as `10.0.0.0/8,fd00::/8`, separated by commas. Empty: none, only public addresses.',
  ),
  webhookKey: setting(
    'WEBHOOK_KEY',
    '',
    optionalToken,
    'Key that encrypts the stored secrets of webhooks: any text of at least 32 characters, the same for all processes. Without it, the key is in the database beside them.',
  ),
} as const;
