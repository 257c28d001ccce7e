import { SCOPES } from '../../domain/tokens/scope.ts';
import type { Check } from './check.ts';

const KNOWN_SCOPES = `array[${SCOPES.map((scope) => `'${scope}'`).join(', ')}]`;
const DIGEST_BYTES = 32;

const isDigest = (column: string) => `octet_length(${column}) = ${DIGEST_BYTES}`;

/** Finds rows that outlived the client or person who created them. */
const isOrphan = (table: string) =>
  `((${table}.created_by like 'client:%' and not exists (select from oauth_clients maker where 'client:' || maker.id = ${table}.created_by))
    or (${table}.created_by like 'person:%' and not exists (
      select from people maker where 'person:' || maker.id = ${table}.created_by and maker.removed_at is null)))`;

/** A key that was neither rotated nor revoked expires after its lifetime. */
const TOKENS: Check = {
  kinds: [
    'tokens.scopes',
    'tokens.created_by',
    'tokens.digest',
    'tokens.previous_digest',
    'tokens.lifetime',
    'tokens.version',
  ],
  text: `select checked.kind, id, tokens.kind as token_kind
           from tokens
          cross join lateral (values
                ('tokens.scopes', not scopes <@ ${KNOWN_SCOPES}),
                ('tokens.created_by', revoked_at is null and expires_at > now() and ${isOrphan('tokens')}),
                ('tokens.digest', not ${isDigest('digest')}),
                ('tokens.previous_digest', (previous_digest is null) <> (previous_until is null)
                                        or not ${isDigest('previous_digest')} or previous_digest = digest),
                ('tokens.lifetime', (lifetime is null) <> (expires_at is null) or (version = 1 and expires_at <> created_at + lifetime)),
                ('tokens.version', version < 1 + (revoked_at is not null)::integer + (previous_digest is not null)::integer)) as checked (kind, wrong)
          where wrong`,
};

const CLIENTS: Check = {
  kinds: ['oauth_clients.scopes', 'oauth_clients.created_by', 'oauth_clients.digest', 'oauth_clients.previous_digest'],
  text: `select kind, id
           from oauth_clients
          cross join lateral (values
                ('oauth_clients.scopes', not scopes <@ ${KNOWN_SCOPES}),
                ('oauth_clients.created_by', ${isOrphan('oauth_clients')}),
                ('oauth_clients.digest', not ${isDigest('digest')}),
                ('oauth_clients.previous_digest', (previous_digest is null) <> (previous_until is null)
                                               or not ${isDigest('previous_digest')} or previous_digest = digest)) as checked (kind, wrong)
          where wrong`,
};

const ACCESS_TOKENS: Check = {
  kinds: ['access_tokens.client_id', 'access_tokens.scopes', 'access_tokens.expires_at'],
  text: `select kind, client_id, issued_at
           from access_tokens
           left join oauth_clients on oauth_clients.id = client_id
          cross join lateral (values
                ('access_tokens.client_id', oauth_clients.id is null),
                ('access_tokens.scopes', not access_tokens.scopes <@ oauth_clients.scopes),
                ('access_tokens.expires_at', expires_at <= issued_at)) as checked (kind, wrong)
          where wrong`,
};

/** Only the name is left of a person who was removed. */
const PEOPLE: Check = {
  kinds: ['people.removed_at', 'people.version', 'people.updated_at'],
  text: `select kind, id
           from people
          cross join lateral (values
                ('people.removed_at', removed_at is not null and (email is not null
                                   or exists (select from sessions where person_id = people.id)
                                   or exists (select from sign_in_links where person_id = people.id)
                                   or exists (select from passkeys where person_id = people.id)
                                   or exists (select from openid_identities where person_id = people.id))),
                ('people.version', version < 1 + (removed_at is not null)::integer),
                ('people.updated_at', updated_at < created_at or removed_at > updated_at)) as checked (kind, wrong)
          where wrong`,
};

const SESSIONS: Check = {
  kinds: [
    'sessions.digest',
    'sessions.person_id',
    'sessions.last_used_at',
    'sign_in_links.digest',
    'sign_in_links.person_id',
    'sign_in_links.expires_at',
  ],
  text: `select kind, session.id
           from sessions session
           left join people on people.id = person_id
          cross join lateral (values
                ('sessions.digest', not ${isDigest('digest')}),
                ('sessions.person_id', people.id is null),
                ('sessions.last_used_at', last_used_at < session.created_at)) as checked (kind, wrong)
          where wrong
          union all
         select kind, person_id
           from sign_in_links link
           left join people on people.id = person_id
          cross join lateral (values
                ('sign_in_links.digest', not ${isDigest('digest')}),
                ('sign_in_links.person_id', people.id is null),
                ('sign_in_links.expires_at', expires_at <= link.created_at)) as checked (kind, wrong)
          where wrong`,
};

const SIGN_IN_WAYS: Check = {
  kinds: ['passkeys.person_id', 'openid_identities.person_id', 'used_attempts.digest'],
  text: `select 'passkeys.person_id' as kind, id::text
           from passkeys
          where not exists (select from people where people.id = person_id)
          union all
         select 'openid_identities.person_id', issuer || ' ' || subject
           from openid_identities
          where not exists (select from people where people.id = person_id)
          union all
         select 'used_attempts.digest', encode(digest, 'hex')
           from used_attempts
          where not ${isDigest('digest')}`,
};

/** API keys stay for 30 days after their end; clients may be deleted at any time. */
const AUDIT: Check = {
  kinds: ['audit_log.target'],
  text: `select 'audit_log.target' as kind, sequence, action, target
           from audit_log
          where target like 'token:%' and occurred_at > now() - interval '29 days'
            and not exists (select from tokens where 'token:' || id = target)`,
};

/**
 * A stored reply and its effect were committed together; keys are deleted after a day, long before a question or a draw
 * can be.
 */
const KEYS: Check = {
  kinds: [
    'idempotency_keys.digest',
    'idempotency_keys.status',
    'idempotency_keys.orphan',
    'idempotency_keys.template',
    'idempotency_keys.question',
  ],
  text: `select kind, encode(scope, 'hex') as scope, headers ->> 'location' as location
           from (select idempotency_keys.*, substring(headers ->> 'location' from '/questions/([^/]+)$') as question_id,
                        substring(headers ->> 'location' from '/draws/([^/]+)$') as draw_id
                   from idempotency_keys) stored
          cross join lateral (values
                ('idempotency_keys.digest', not ${isDigest('scope')} or not ${isDigest('fingerprint')}),
                ('idempotency_keys.template', num_nulls(template, question_ids, versions) not in (0, 3) or (template is not null and body <> '')
                                           or length(template) - length(replace(template, chr(1), '')) <> cardinality(question_ids)),
                ('idempotency_keys.question', cardinality(question_ids) <> cardinality(versions) or exists (
                  select from unnest(question_ids, versions) as held (id, version)
                    left join questions on questions.id = held.id
                   where questions.id is null or held.version not between 1 and questions.version)),
                ('idempotency_keys.status', status not between 200 and 299),
                ('idempotency_keys.orphan', (question_id is not null and not exists (select from questions where id::text = question_id))
                                         or (draw_id is not null and not exists (select from draws where id::text = draw_id)))) as checked (kind, wrong)
          where wrong`,
};

/** The place of a draw on the ring is the hash of its current position. */
const DRAWS: Check = {
  kinds: ['draws.last_key', 'draws.last_position', 'draws.drawn'],
  text: `select kind, id, last_position
           from draws
          cross join lateral (values
                ('draws.last_key', last_key <> hashint8extended(last_position, 0) or (last_key is null) <> (last_position is null)),
                ('draws.last_position', last_position > (select last_value from questions_position_seq)),
                ('draws.drawn', drawn < 0 or (drawn = 0 and last_key is not null)
                             or (drawn > 0 and last_key is null and not wrapped))) as checked (kind, wrong)
          where wrong`,
};

export const ACCESS_CHECKS: readonly Check[] = [
  TOKENS,
  CLIENTS,
  ACCESS_TOKENS,
  PEOPLE,
  SESSIONS,
  SIGN_IN_WAYS,
  AUDIT,
  KEYS,
  DRAWS,
];
