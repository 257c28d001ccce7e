CREATE TYPE public.analysis_status AS ENUM (
    'queued',
    'running',
    'succeeded',
    'failed',
    'canceled'
);

CREATE TYPE public.question_status AS ENUM (
    'draft',
    'ready',
    'archived'
);

CREATE FUNCTION public.category_lock() RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN 7102020;

CREATE FUNCTION public.check_inserted_categories() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform require_open_categories(array(select distinct category_id from new_rows));
  return null;
end $$;

CREATE FUNCTION public.check_updated_categories() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  wanted smallint[] := array(select distinct category_id
                               from (select position, category_id from new_rows where deleted_at is null
                                     except
                                     select position, category_id from old_rows where deleted_at is null) moved);
begin
  if cardinality(wanted) > 0 then
    perform require_open_categories(wanted);
  end if;
  return null;
end $$;

CREATE FUNCTION public.count_inserted_questions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into question_count_deltas (status, category_id, difficulty, block, delta, topic_focus)
  select status, category_id, difficulty, (position >> 12)::integer, count(*), coalesce(topic_focus, '')
    from new_rows
   where deleted_at is null
   group by 1, 2, 3, 4, 6;
  return null;
end $$;

CREATE FUNCTION public.count_removed_questions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into question_count_deltas (status, category_id, difficulty, block, delta, topic_focus)
  select status, category_id, difficulty, (position >> 12)::integer, -count(*), coalesce(topic_focus, '')
    from old_rows
   where deleted_at is null
   group by 1, 2, 3, 4, 6;
  return null;
end $$;

CREATE FUNCTION public.count_updated_questions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into question_count_deltas (status, category_id, difficulty, block, delta, topic_focus)
  select status, category_id, difficulty, block, sum(delta), topic_focus
    from (select status, category_id, difficulty, (position >> 12)::integer as block, 1 as delta, coalesce(topic_focus, '') as topic_focus
            from new_rows where deleted_at is null
          union all
          select status, category_id, difficulty, (position >> 12)::integer, -1, coalesce(topic_focus, '')
            from old_rows where deleted_at is null) changed
   group by 1, 2, 3, 4, 6
  having sum(delta) <> 0;
  return null;
end $$;

CREATE FUNCTION public.drop_removed_tags() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
begin
  delete from question_tags
   using old_rows
   where question_tags.tag = any(old_rows.tags)
     and question_tags.position = old_rows.position;
  return null;
end $$;

CREATE FUNCTION public.forget_question_counts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  truncate question_blocks, question_topics, question_count_deltas;
  return null;
end $$;

CREATE FUNCTION public.forget_tags() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  truncate question_tags;
  return null;
end $$;

CREATE FUNCTION public.keep_inserted_tags() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into question_tags (position, status, category_id, difficulty, tag)
  select position, status, category_id, difficulty, unnest(tags)
    from new_rows
   where deleted_at is null
      on conflict do nothing;
  return null;
end $$;

CREATE FUNCTION public.keep_updated_tags() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_hashagg TO 'off'
    AS $$
begin
  delete from question_tags
   using (select position, tags, status, category_id, difficulty, deleted_at from old_rows
          except
          select position, tags, status, category_id, difficulty, deleted_at from new_rows) changed
   where question_tags.tag = any(changed.tags)
     and question_tags.position = changed.position;
  insert into question_tags (position, status, category_id, difficulty, tag)
  select position, status, category_id, difficulty, unnest(tags)
    from (select position, tags, status, category_id, difficulty, deleted_at from new_rows
          except
          select position, tags, status, category_id, difficulty, deleted_at from old_rows) changed
   where deleted_at is null
      on conflict do nothing;
  return null;
end $$;

CREATE FUNCTION public.lock_changed_category() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_advisory_xact_lock(category_lock(), old.id);
  return new;
end $$;

CREATE FUNCTION public.positions_by_likeness(keys integer[], of_each integer, most integer) RETURNS SETOF bigint
    LANGUAGE sql STABLE PARALLEL SAFE
    SET enable_seqscan TO 'off'
    AS $$
    select position
      from unnest(keys) as wanted (key)
     cross join lateral (select position from question_features where likeness_keys @> array[wanted.key] limit of_each) found
     group by position
     order by count(*) desc, position
     limit most
  $$;

CREATE FUNCTION public.positions_by_likeness_of_each(places integer[], keys integer[], of_each integer, most integer) RETURNS TABLE(place integer, "position" bigint)
    LANGUAGE sql STABLE PARALLEL SAFE
    SET enable_seqscan TO 'off'
    SET jit TO 'off'
    AS $$
    select place, position
      from (select place, position, row_number() over (partition by place order by count(*) desc, position) as rank
              from unnest(places, keys) as wanted (place, key)
             cross join lateral (select position from question_features where likeness_keys @> array[wanted.key] limit of_each) found
             group by place, position) ranked
     where rank <= most
  $$;

CREATE FUNCTION public.refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_level = 'ROW' then
    if current_setting('quaestor.prune_audit_log', true) = 'on' and old.occurred_at < now() - interval '30 days' then
      return old;
    end if;
  end if;
  raise exception 'The audit log is append-only' using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION public.require_open_categories(wanted smallint[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  closed text;
begin
  perform pg_advisory_xact_lock_shared(category_lock(), id) from unnest(wanted) id order by id;
  select coalesce(name, '') into closed
    from unnest(wanted) wanted_id left join categories on id = wanted_id
   where id is null or merged_into is not null or ended_at is not null
   limit 1;
  if found then
    raise exception 'The category takes no more questions' using
      errcode = 'foreign_key_violation', constraint = 'questions_category_open', detail = closed;
  end if;
end $$;

CREATE FUNCTION public.searchable_answers(correct_answer text, accepted_answers text[]) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
begin
  return correct_answer || ' ' || array_to_string(accepted_answers, ' ');
end $$;

CREATE TABLE public.access_tokens (
    digest bytea NOT NULL,
    client_id uuid NOT NULL,
    scopes text[] NOT NULL,
    issued_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.analyses (
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    snapshot_at timestamp(3) with time zone,
    question_count bigint,
    completed integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    status public.analysis_status NOT NULL,
    phase text NOT NULL,
    analysis_type text NOT NULL,
    engine_version text NOT NULL,
    owner text NOT NULL,
    fingerprint bytea NOT NULL,
    snapshot pg_snapshot,
    items_id uuid NOT NULL,
    parameters json NOT NULL,
    filter json,
    question_ids uuid[],
    error json,
    findings text[],
    result text,
    first_turn integer
);

CREATE TABLE public.analysis_items (
    items_id uuid NOT NULL,
    rank smallint NOT NULL,
    shard integer NOT NULL,
    count integer NOT NULL,
    question_ids uuid[] NOT NULL,
    versions integer[] NOT NULL,
    bodies text[] NOT NULL,
    attempt uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL
);
ALTER TABLE ONLY public.analysis_items ALTER COLUMN question_ids SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.analysis_items ALTER COLUMN versions SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.analysis_items ALTER COLUMN bodies SET STORAGE EXTERNAL;

CREATE TABLE public.analysis_shards (
    analysis_id uuid NOT NULL,
    shard integer NOT NULL,
    from_position bigint NOT NULL,
    until_position bigint NOT NULL,
    questions integer,
    partial bytea,
    population smallint DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY public.analysis_shards ALTER COLUMN partial SET STORAGE EXTERNAL;

CREATE TABLE public.assignments (
    id uuid NOT NULL,
    question_id uuid NOT NULL,
    other_id uuid,
    person uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    done_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    analysis_type text NOT NULL,
    created_by text NOT NULL,
    about text[] DEFAULT '{}'::text[] NOT NULL
);

CREATE TABLE public.audit_log (
    sequence bigint NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    action text NOT NULL,
    actor text NOT NULL,
    target text,
    address text NOT NULL,
    request_id text NOT NULL,
    details jsonb NOT NULL
);

ALTER TABLE public.audit_log ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.breaking_migrations (
    name character varying(255) NOT NULL,
    announced_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.bulk_changes (
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    matched integer NOT NULL,
    changed integer DEFAULT 0 NOT NULL,
    unchanged integer DEFAULT 0 NOT NULL,
    skipped integer DEFAULT 0 NOT NULL,
    owner text NOT NULL,
    actor text NOT NULL,
    filter jsonb,
    work jsonb NOT NULL,
    skips jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE public.bulk_members (
    bulk_id uuid NOT NULL,
    ordinal integer NOT NULL,
    question_ids uuid[] NOT NULL
);

CREATE TABLE public.categories (
    id smallint NOT NULL,
    name text NOT NULL,
    merged_into smallint,
    ended_at timestamp(3) with time zone,
    CONSTRAINT categories_name_check CHECK (((name = btrim(name)) AND ((char_length(name) >= 1) AND (char_length(name) <= 100))))
);

ALTER TABLE public.categories ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.categories_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.category_merges (
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    total bigint NOT NULL,
    completed bigint NOT NULL,
    from_id smallint NOT NULL,
    into_id smallint NOT NULL,
    status text NOT NULL,
    created_by text NOT NULL,
    CONSTRAINT category_merges_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'canceled'::text])))
);

CREATE TABLE public.change_chunks (
    change_id uuid NOT NULL,
    number integer NOT NULL,
    question_ids uuid[] NOT NULL,
    versions integer[] NOT NULL,
    conflicts jsonb
);

CREATE TABLE public.changes (
    id uuid NOT NULL,
    reverts uuid,
    count integer NOT NULL,
    gone integer,
    conflict_count integer,
    kind text NOT NULL,
    actor text NOT NULL,
    status text,
    question_ids uuid[],
    versions integer[]
);

CREATE TABLE public.comments (
    id uuid NOT NULL,
    question_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    author text NOT NULL,
    resolved_by text,
    text text NOT NULL,
    mentions uuid[] DEFAULT '{}'::uuid[] NOT NULL
);

CREATE TABLE public.daily_storage (
    owner text NOT NULL,
    day date NOT NULL,
    bytes bigint NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.dataset_chunks (
    dataset_id uuid NOT NULL,
    ordinal integer NOT NULL,
    positions int8range NOT NULL,
    question_ids uuid[] NOT NULL,
    versions integer[] NOT NULL
);

CREATE TABLE public.datasets (
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    question_count bigint NOT NULL,
    gone bigint DEFAULT 0 NOT NULL,
    created_by text NOT NULL,
    name text,
    filter jsonb NOT NULL,
    content_hash text,
    licenses jsonb
);

CREATE TABLE public.derived_columns (
    name text NOT NULL,
    version smallint NOT NULL,
    last_id uuid NOT NULL,
    seen_transaction xid8 DEFAULT '0'::xid8 NOT NULL,
    seen_position bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.dismissals (
    id uuid NOT NULL,
    question_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    withdrawn_at timestamp(3) with time zone,
    transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
    version integer NOT NULL,
    analysis_type text NOT NULL,
    created_by text NOT NULL,
    about text[] NOT NULL,
    reason text
);

CREATE TABLE public.draws (
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone NOT NULL,
    start_key bigint NOT NULL,
    last_key bigint,
    last_position bigint,
    drawn bigint NOT NULL,
    wrapped boolean NOT NULL,
    exhausted boolean NOT NULL,
    owner text NOT NULL,
    seed text NOT NULL,
    filter jsonb NOT NULL,
    question_ids uuid[]
);

CREATE TABLE public.duplicate_dismissals (
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    withdrawn_at timestamp(3) with time zone,
    transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
    question_a uuid NOT NULL,
    question_b uuid NOT NULL,
    created_by text NOT NULL,
    note text,
    CONSTRAINT duplicate_dismissals_check CHECK ((question_a < question_b))
);

CREATE TABLE public.event_epochs (
    epoch integer NOT NULL,
    first_sequence bigint NOT NULL,
    system_identifier bigint NOT NULL,
    timeline integer NOT NULL,
    removed_transaction_id xid8,
    removed_sequence bigint
);

CREATE TABLE public.events (
    sequence bigint NOT NULL,
    transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    resource_id uuid NOT NULL,
    version integer NOT NULL,
    type text NOT NULL,
    changed text[] NOT NULL,
    actor text NOT NULL,
    change_id uuid
);

ALTER TABLE public.events ALTER COLUMN sequence ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.events_sequence_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.idempotency_keys (
    scope bytea NOT NULL,
    fingerprint bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    status smallint NOT NULL,
    headers jsonb NOT NULL,
    body text NOT NULL,
    template text,
    question_ids uuid[],
    versions integer[]
);

CREATE TABLE public.import_batches (
    import_id uuid NOT NULL,
    number integer NOT NULL,
    items_until integer NOT NULL,
    question_ids uuid[] NOT NULL,
    former integer[] NOT NULL,
    versions integer[] NOT NULL,
    undone boolean DEFAULT false NOT NULL
);

CREATE TABLE public.import_chunks (
    import_id uuid NOT NULL,
    number integer NOT NULL,
    bytes bytea NOT NULL
);
ALTER TABLE ONLY public.import_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE public.import_reports (
    import_id uuid NOT NULL,
    number bigint NOT NULL,
    line integer,
    sheet_row integer,
    sheet text,
    cell text,
    file text,
    item text,
    column_name text,
    code text NOT NULL,
    detail text NOT NULL,
    fix text NOT NULL,
    value text NOT NULL,
    raw text
);

CREATE TABLE public.imports (
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    uploaded_at timestamp(3) with time zone,
    checked_at timestamp(3) with time zone,
    owner text NOT NULL,
    actor text NOT NULL,
    file_name text,
    format text NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    sha256 bytea,
    options jsonb NOT NULL,
    encoding text,
    columns jsonb,
    header text,
    preview jsonb DEFAULT '[]'::jsonb NOT NULL,
    notes jsonb DEFAULT '[]'::jsonb NOT NULL,
    read integer DEFAULT 0 NOT NULL,
    created integer DEFAULT 0 NOT NULL,
    updated integer DEFAULT 0 NOT NULL,
    unchanged integer DEFAULT 0 NOT NULL,
    duplicate integer DEFAULT 0 NOT NULL,
    rejected integer DEFAULT 0 NOT NULL,
    undo_id uuid,
    undo_removed integer DEFAULT 0 NOT NULL,
    undo_restored integer DEFAULT 0 NOT NULL,
    undo_kept integer DEFAULT 0 NOT NULL,
    report_bytes bigint DEFAULT 0 NOT NULL,
    header_row integer,
    repeats jsonb
);

CREATE TABLE public.jobs (
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    completed bigint DEFAULT 0 NOT NULL,
    total bigint,
    turn bigint NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    kind text NOT NULL,
    owner text NOT NULL,
    status text NOT NULL,
    error jsonb,
    losses smallint DEFAULT 0 NOT NULL,
    CONSTRAINT jobs_check CHECK (((completed_at IS NULL) = (status = ANY (ARRAY['queued'::text, 'running'::text])))),
    CONSTRAINT jobs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text])))
);

CREATE TABLE public.oauth_clients (
    id uuid NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    digest bytea NOT NULL,
    previous_digest bytea,
    previous_until timestamp(3) with time zone
);

CREATE TABLE public.openid_identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    person_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.passkeys (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    rp_id text NOT NULL,
    name text NOT NULL,
    transports text[] NOT NULL,
    backed_up boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone
);

CREATE TABLE public.people (
    id uuid NOT NULL,
    name text NOT NULL,
    email text,
    role text NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    removed_at timestamp(3) with time zone,
    email_invited boolean DEFAULT true NOT NULL,
    CONSTRAINT people_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'analyst'::text, 'editor'::text, 'administrator'::text])))
);

CREATE TABLE public.question_blocks (
    size smallint NOT NULL,
    status public.question_status NOT NULL,
    category_id smallint NOT NULL,
    difficulty smallint NOT NULL,
    block integer NOT NULL,
    count bigint NOT NULL
)
WITH (fillfactor='80');

CREATE TABLE public.question_count_deltas (
    status public.question_status NOT NULL,
    category_id smallint NOT NULL,
    difficulty smallint NOT NULL,
    block integer NOT NULL,
    delta integer NOT NULL,
    topic_focus text NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_cost_delay='0');

CREATE TABLE public.question_features (
    "position" bigint NOT NULL,
    text_hash bigint NOT NULL,
    features_version smallint NOT NULL,
    text_chars smallint,
    text_words smallint,
    text_sentences smallint,
    answer_chars smallint,
    answer_words smallint,
    answer_key text,
    likeness_keys integer[] NOT NULL,
    flaws integer DEFAULT 0 NOT NULL,
    answer_type smallint DEFAULT 0 NOT NULL
);

CREATE TABLE public.question_merges (
    question_id uuid NOT NULL,
    version integer NOT NULL,
    merged_into uuid NOT NULL,
    change_id uuid NOT NULL,
    dismissals uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    pairs uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    comments uuid[] DEFAULT '{}'::uuid[] NOT NULL
);

CREATE TABLE public.question_tags (
    "position" bigint NOT NULL,
    status public.question_status NOT NULL,
    category_id smallint NOT NULL,
    difficulty smallint NOT NULL,
    tag text NOT NULL
);

CREATE TABLE public.question_topics (
    status public.question_status NOT NULL,
    category_id smallint NOT NULL,
    difficulty smallint NOT NULL,
    topic_focus text NOT NULL,
    count bigint NOT NULL
);

CREATE TABLE public.question_versions (
    question_id uuid NOT NULL,
    version integer NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    changed_by text NOT NULL,
    body text NOT NULL,
    transaction_id xid8 DEFAULT '0'::xid8 NOT NULL,
    body_version smallint,
    change_id uuid
);

CREATE TABLE public.questions (
    "position" bigint NOT NULL,
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    version integer NOT NULL,
    status public.question_status NOT NULL,
    category_id smallint NOT NULL,
    difficulty smallint NOT NULL,
    body_version smallint NOT NULL,
    question_text text NOT NULL,
    correct_answer text NOT NULL,
    topic_focus text,
    accepted_answers text[] NOT NULL,
    incorrect_answers text[] NOT NULL,
    explanation text,
    tags text[] NOT NULL,
    language text NOT NULL,
    source text,
    license text,
    external_id text,
    updated_by text NOT NULL,
    body text NOT NULL,
    transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
    change_id uuid,
    change_version integer,
    kind smallint,
    scoring smallint,
    key json,
    CONSTRAINT questions_difficulty_check CHECK (((difficulty >= 0) AND (difficulty <= 2))),
    CONSTRAINT questions_version_check CHECK ((version > 0))
);

ALTER TABLE public.questions ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.questions_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.schema_migrations (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    run_on timestamp without time zone NOT NULL,
    checksum text
);

CREATE SEQUENCE public.schema_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.schema_migrations_id_seq OWNED BY public.schema_migrations.id;

CREATE TABLE public.sessions (
    id uuid NOT NULL,
    person_id uuid NOT NULL,
    digest bytea NOT NULL,
    way text NOT NULL,
    user_agent text,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT sessions_way_check CHECK ((way = ANY (ARRAY['link'::text, 'passkey'::text, 'openid'::text])))
);

CREATE TABLE public.sign_in_links (
    person_id uuid NOT NULL,
    digest bytea NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.signing_keys (
    purpose text NOT NULL,
    key bytea NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT signing_keys_key_check CHECK ((octet_length(key) = 32))
);

CREATE TABLE public.sweep_clock (
    only_one boolean DEFAULT true NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL,
    held_until timestamp(3) with time zone,
    CONSTRAINT sweep_clock_only_one_check CHECK (only_one)
);

CREATE TABLE public.tokens (
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    lifetime interval,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    version integer NOT NULL,
    digest bytea NOT NULL,
    previous_digest bytea,
    previous_until timestamp(3) with time zone,
    CONSTRAINT tokens_kind_check CHECK ((kind = ANY (ARRAY['operator'::text, 'api_key'::text])))
);

CREATE TABLE public.used_attempts (
    digest bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.views (
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    shared boolean NOT NULL,
    owner text NOT NULL,
    name text NOT NULL,
    filter jsonb NOT NULL,
    sort text,
    columns text[]
);

CREATE TABLE public.webhook_deliveries (
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    round_began_at timestamp(3) with time zone NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    round_attempts integer DEFAULT 0 NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    type text NOT NULL,
    message_id text NOT NULL,
    body text NOT NULL,
    log jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE public.webhook_relay (
    only_one boolean DEFAULT true NOT NULL,
    cursor jsonb NOT NULL,
    CONSTRAINT webhook_relay_only_one_check CHECK (only_one)
);

CREATE TABLE public.webhooks (
    id uuid NOT NULL,
    url text NOT NULL,
    description text,
    types text[],
    categories text[],
    scopes text[] NOT NULL,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    secret text NOT NULL,
    previous_secret text,
    previous_until timestamp(3) with time zone,
    disabled_at timestamp(3) with time zone,
    disabled_reason text,
    failing_since timestamp(3) with time zone,
    failures integer DEFAULT 0 NOT NULL,
    resume_at timestamp(3) with time zone,
    taken_at timestamp(3) with time zone,
    first_sequence bigint NOT NULL
);

ALTER TABLE ONLY public.schema_migrations ALTER COLUMN id SET DEFAULT nextval('public.schema_migrations_id_seq'::regclass);

ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT analyses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.analysis_items
    ADD CONSTRAINT analysis_items_pkey PRIMARY KEY (items_id, rank, shard, attempt);

ALTER TABLE ONLY public.analysis_shards
    ADD CONSTRAINT analysis_shards_pkey PRIMARY KEY (analysis_id, shard);

ALTER TABLE ONLY public.assignments
    ADD CONSTRAINT assignments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (sequence);

ALTER TABLE ONLY public.breaking_migrations
    ADD CONSTRAINT breaking_migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.bulk_changes
    ADD CONSTRAINT bulk_changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.bulk_members
    ADD CONSTRAINT bulk_members_pkey PRIMARY KEY (bulk_id, ordinal);

ALTER TABLE ONLY public.categories
    ADD CONSTRAINT categories_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.category_merges
    ADD CONSTRAINT category_merges_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.change_chunks
    ADD CONSTRAINT change_chunks_pkey PRIMARY KEY (change_id, number);

ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.daily_storage
    ADD CONSTRAINT daily_storage_pkey PRIMARY KEY (owner, day);

ALTER TABLE ONLY public.dataset_chunks
    ADD CONSTRAINT dataset_chunks_pkey PRIMARY KEY (dataset_id, ordinal);

ALTER TABLE ONLY public.datasets
    ADD CONSTRAINT datasets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.derived_columns
    ADD CONSTRAINT derived_columns_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.dismissals
    ADD CONSTRAINT dismissals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.dismissals
    ADD CONSTRAINT dismissals_question_id_analysis_type_about_key UNIQUE (question_id, analysis_type, about);

ALTER TABLE ONLY public.draws
    ADD CONSTRAINT draws_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duplicate_dismissals
    ADD CONSTRAINT duplicate_dismissals_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.duplicate_dismissals
    ADD CONSTRAINT duplicate_dismissals_question_a_question_b_key UNIQUE (question_a, question_b);

ALTER TABLE ONLY public.event_epochs
    ADD CONSTRAINT event_epochs_pkey PRIMARY KEY (epoch);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (sequence);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (scope);

ALTER TABLE ONLY public.import_batches
    ADD CONSTRAINT import_batches_pkey PRIMARY KEY (import_id, number);

ALTER TABLE ONLY public.import_chunks
    ADD CONSTRAINT import_chunks_pkey PRIMARY KEY (import_id, number);

ALTER TABLE ONLY public.import_reports
    ADD CONSTRAINT import_reports_pkey PRIMARY KEY (import_id, number);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.openid_identities
    ADD CONSTRAINT openid_identities_person_id_issuer_key UNIQUE (person_id, issuer);

ALTER TABLE ONLY public.openid_identities
    ADD CONSTRAINT openid_identities_pkey PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.question_blocks
    ADD CONSTRAINT question_blocks_pkey PRIMARY KEY (size, status, category_id, difficulty, block);

ALTER TABLE ONLY public.question_features
    ADD CONSTRAINT question_features_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY public.question_merges
    ADD CONSTRAINT question_merges_pkey PRIMARY KEY (question_id, version);

ALTER TABLE ONLY public.question_tags
    ADD CONSTRAINT question_tags_pkey PRIMARY KEY (tag, "position") INCLUDE (status, category_id, difficulty);

ALTER TABLE ONLY public.question_topics
    ADD CONSTRAINT question_topics_pkey PRIMARY KEY (status, category_id, difficulty, topic_focus);

ALTER TABLE ONLY public.question_versions
    ADD CONSTRAINT question_versions_pkey PRIMARY KEY (question_id, version);

ALTER TABLE ONLY public.questions
    ADD CONSTRAINT questions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY public.signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (purpose);

ALTER TABLE ONLY public.sweep_clock
    ADD CONSTRAINT sweep_clock_pkey PRIMARY KEY (only_one);

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.used_attempts
    ADD CONSTRAINT used_attempts_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY public.views
    ADD CONSTRAINT views_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_webhook_id_message_id_key UNIQUE (webhook_id, message_id);

ALTER TABLE ONLY public.webhook_relay
    ADD CONSTRAINT webhook_relay_pkey PRIMARY KEY (only_one);

ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);

CREATE INDEX access_tokens_client_id ON public.access_tokens USING btree (client_id, expires_at);

CREATE INDEX access_tokens_expires_at ON public.access_tokens USING btree (expires_at);

CREATE INDEX analyses_expires_at ON public.analyses USING btree (expires_at);

CREATE INDEX analyses_fingerprint ON public.analyses USING btree (fingerprint, created_at) WHERE (status = 'succeeded'::public.analysis_status);

CREATE INDEX analyses_items_id ON public.analyses USING btree (items_id);

CREATE INDEX analyses_owner ON public.analyses USING btree (owner);

CREATE INDEX analyses_question_ids ON public.analyses USING gin (question_ids) WHERE (question_ids IS NOT NULL);

CREATE INDEX analyses_unfinished ON public.analyses USING btree (owner) WHERE (status = ANY (ARRAY['queued'::public.analysis_status, 'running'::public.analysis_status]));

CREATE INDEX assignments_created_by ON public.assignments USING btree (created_by);

CREATE INDEX assignments_done_at ON public.assignments USING btree (done_at) WHERE (done_at IS NOT NULL);

CREATE UNIQUE INDEX assignments_open ON public.assignments USING btree (question_id, analysis_type, about, COALESCE(other_id, question_id)) WHERE (done_at IS NULL);

CREATE INDEX assignments_other_id ON public.assignments USING btree (other_id) WHERE (other_id IS NOT NULL);

CREATE INDEX assignments_person ON public.assignments USING btree (person, id);

CREATE INDEX assignments_question_id ON public.assignments USING btree (question_id);

CREATE INDEX audit_log_action ON public.audit_log USING btree (action, sequence);

CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor, sequence);

CREATE INDEX audit_log_occurred_at ON public.audit_log USING btree (occurred_at);

CREATE INDEX bulk_changes_owner ON public.bulk_changes USING btree (owner);

CREATE UNIQUE INDEX categories_name_key ON public.categories USING btree (lower(name)) WHERE ((merged_into IS NULL) AND (ended_at IS NULL));

CREATE INDEX category_merges_completed_at ON public.category_merges USING btree (completed_at);

CREATE UNIQUE INDEX category_merges_unfinished ON public.category_merges USING btree (from_id) WHERE (completed_at IS NULL);

CREATE INDEX changes_gone ON public.changes USING btree (id) WHERE (gone >= count);

CREATE INDEX changes_kind ON public.changes USING btree (kind, id) WHERE ((kind <> 'create'::text) AND (kind <> 'update'::text));

CREATE INDEX changes_people ON public.changes USING btree (actor, id) WHERE (actor ~~ 'person:%'::text);

CREATE INDEX changes_reverts ON public.changes USING btree (reverts) WHERE (reverts IS NOT NULL);

CREATE INDEX comments_author ON public.comments USING btree (author);

CREATE INDEX comments_mentions ON public.comments USING gin (mentions) WHERE (mentions <> '{}'::uuid[]);

CREATE INDEX comments_open ON public.comments USING btree (id) INCLUDE (question_id) WHERE (resolved_by IS NULL);

CREATE INDEX comments_question_id ON public.comments USING btree (question_id, id);

CREATE INDEX daily_storage_day ON public.daily_storage USING btree (day);

CREATE INDEX dataset_chunks_positions ON public.dataset_chunks USING gist (positions);

CREATE INDEX datasets_created_by ON public.datasets USING btree (created_by);

CREATE INDEX dismissals_analysis_type ON public.dismissals USING btree (analysis_type);

CREATE INDEX dismissals_created_by ON public.dismissals USING btree (created_by);

CREATE INDEX dismissals_transaction ON public.dismissals USING btree (transaction_id);

CREATE INDEX dismissals_withdrawn_at ON public.dismissals USING btree (withdrawn_at) WHERE (withdrawn_at IS NOT NULL);

CREATE INDEX draws_owner ON public.draws USING btree (owner, used_at);

CREATE INDEX draws_used_at ON public.draws USING btree (used_at);

CREATE INDEX duplicate_dismissals_created_by ON public.duplicate_dismissals USING btree (created_by);

CREATE INDEX duplicate_dismissals_question_b ON public.duplicate_dismissals USING btree (question_b);

CREATE INDEX duplicate_dismissals_transaction ON public.duplicate_dismissals USING btree (transaction_id);

CREATE INDEX duplicate_dismissals_withdrawn_at ON public.duplicate_dismissals USING btree (withdrawn_at) WHERE (withdrawn_at IS NOT NULL);

CREATE INDEX events_occurred_at ON public.events USING btree (occurred_at);

CREATE INDEX events_read_order ON public.events USING btree (transaction_id, sequence);

CREATE INDEX idempotency_keys_created_at ON public.idempotency_keys USING btree (created_at);

CREATE INDEX imports_cut_off ON public.imports USING btree (created_at) WHERE (uploaded_at IS NULL);

CREATE INDEX imports_owner ON public.imports USING btree (owner, id);

CREATE INDEX imports_uploaded_at ON public.imports USING btree (uploaded_at);

CREATE INDEX jobs_completed_at ON public.jobs USING btree (completed_at);

CREATE INDEX jobs_turns ON public.jobs USING btree (kind, turn) WHERE (completed_at IS NULL);

CREATE INDEX jobs_turns_of_owners ON public.jobs USING btree (kind, owner, turn) WHERE (completed_at IS NULL);

CREATE INDEX oauth_clients_created_by ON public.oauth_clients USING btree (created_by, id);

CREATE INDEX passkeys_person ON public.passkeys USING btree (person_id, id);

CREATE INDEX people_administrators ON public.people USING btree (id) WHERE ((role = 'administrator'::text) AND (removed_at IS NULL));

CREATE UNIQUE INDEX people_email ON public.people USING btree (lower(email)) WHERE (removed_at IS NULL);

CREATE INDEX people_present ON public.people USING btree (id) WHERE (removed_at IS NULL);

CREATE INDEX people_removed_at ON public.people USING btree (removed_at) WHERE (removed_at IS NOT NULL);

CREATE INDEX question_features_likeness_keys ON public.question_features USING gin (likeness_keys) WITH (gin_pending_list_limit='64', fastupdate=off);

CREATE INDEX question_features_text_hash ON public.question_features USING btree (text_hash);

CREATE INDEX question_merges_change ON public.question_merges USING btree (change_id);

CREATE INDEX question_tags_draw ON public.question_tags USING btree (tag, hashint8extended("position", (0)::bigint), "position") INCLUDE (status, category_id, difficulty);

CREATE INDEX question_topics_topic ON public.question_topics USING btree (topic_focus);

CREATE INDEX questions_cell_position ON public.questions USING btree (status, category_id, difficulty, "position") WHERE (deleted_at IS NULL);

CREATE INDEX questions_deleted_at ON public.questions USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX questions_draw ON public.questions USING btree (status, category_id, difficulty, hashint8extended("position", (0)::bigint), "position") WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX questions_external_id_key ON public.questions USING btree (external_id) WHERE ((deleted_at IS NULL) AND (external_id IS NOT NULL));

CREATE INDEX questions_language ON public.questions USING btree (language, "position") WHERE ((deleted_at IS NULL) AND (language <> 'en'::text));

CREATE INDEX questions_search ON public.questions USING gin (((to_tsvector('english'::regconfig, ((question_text || ' '::text) || COALESCE(topic_focus, ''::text))) || array_to_tsvector(ARRAY[('#'::text || (("position" >> 16))::text)])))) WHERE (deleted_at IS NULL);

CREATE INDEX questions_search_answers ON public.questions USING gin (((to_tsvector('english'::regconfig, ((((question_text || ' '::text) || COALESCE(topic_focus, ''::text)) || ' '::text) || public.searchable_answers(correct_answer, accepted_answers))) || array_to_tsvector(ARRAY[('#'::text || (("position" >> 16))::text)])))) WHERE (deleted_at IS NULL);

CREATE INDEX questions_status_position ON public.questions USING btree (status, "position") INCLUDE (category_id, id, version, transaction_id) WHERE (deleted_at IS NULL);

CREATE INDEX questions_topic ON public.questions USING btree (topic_focus, "position") WHERE ((deleted_at IS NULL) AND (topic_focus IS NOT NULL));

CREATE INDEX questions_topic_draw ON public.questions USING btree (topic_focus, hashint8extended("position", (0)::bigint), "position") INCLUDE (status, category_id, difficulty) WHERE ((deleted_at IS NULL) AND (topic_focus IS NOT NULL));

CREATE INDEX questions_transaction ON public.questions USING btree (transaction_id, "position");

CREATE INDEX questions_updated_at ON public.questions USING btree (updated_at, "position") WHERE (deleted_at IS NULL);

CREATE INDEX sessions_last_used_at ON public.sessions USING btree (last_used_at);

CREATE INDEX sessions_person_id ON public.sessions USING btree (person_id, last_used_at);

CREATE INDEX sign_in_links_expires_at ON public.sign_in_links USING btree (expires_at);

CREATE INDEX tokens_created_by ON public.tokens USING btree (created_by, id);

CREATE UNIQUE INDEX tokens_digest_key ON public.tokens USING btree (digest);

CREATE INDEX tokens_ended_at ON public.tokens USING btree (LEAST(revoked_at, expires_at));

CREATE UNIQUE INDEX tokens_previous_digest_key ON public.tokens USING btree (previous_digest) WHERE (previous_digest IS NOT NULL);

CREATE INDEX used_attempts_expires_at ON public.used_attempts USING btree (expires_at);

CREATE INDEX views_owner ON public.views USING btree (owner, id);

CREATE INDEX views_shared ON public.views USING btree (id) WHERE shared;

CREATE INDEX webhook_deliveries_completed_at ON public.webhook_deliveries USING btree (completed_at) WHERE (completed_at IS NOT NULL);

CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (webhook_id, next_attempt_at, id) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX webhook_deliveries_list ON public.webhook_deliveries USING btree (webhook_id, id);

CREATE INDEX webhooks_created_by ON public.webhooks USING btree (created_by);

CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();

CREATE TRIGGER audit_log_delete_old BEFORE DELETE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.refuse_audit_change();

CREATE TRIGGER categories_lock BEFORE UPDATE ON public.categories FOR EACH ROW EXECUTE FUNCTION public.lock_changed_category();

CREATE TRIGGER questions_category_insert AFTER INSERT ON public.questions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.check_inserted_categories();

CREATE TRIGGER questions_category_update AFTER UPDATE ON public.questions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.check_updated_categories();

CREATE TRIGGER questions_count_delete AFTER DELETE ON public.questions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_removed_questions();

CREATE TRIGGER questions_count_insert AFTER INSERT ON public.questions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_inserted_questions();

CREATE TRIGGER questions_count_truncate AFTER TRUNCATE ON public.questions FOR EACH STATEMENT EXECUTE FUNCTION public.forget_question_counts();

CREATE TRIGGER questions_count_update AFTER UPDATE ON public.questions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_updated_questions();

CREATE TRIGGER questions_tag_delete AFTER DELETE ON public.questions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.drop_removed_tags();

CREATE TRIGGER questions_tag_insert AFTER INSERT ON public.questions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_inserted_tags();

CREATE TRIGGER questions_tag_truncate AFTER TRUNCATE ON public.questions FOR EACH STATEMENT EXECUTE FUNCTION public.forget_tags();

CREATE TRIGGER questions_tag_update AFTER UPDATE ON public.questions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.keep_updated_tags();

ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_client_id_fkey FOREIGN KEY (client_id) REFERENCES public.oauth_clients(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.dataset_chunks
    ADD CONSTRAINT dataset_chunks_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES public.datasets(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sign_in_links
    ADD CONSTRAINT sign_in_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.people(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE;
