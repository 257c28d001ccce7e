import pg from 'pg';

/** Describes the schema of a database, one line per object; pg_dump may be older than the PostgreSQL of the tests. */
export async function schemaOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(`
    with tables as (
      select oid, relname, relkind, reloptions from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i', 'S', 'v'))
    select concat_ws(' ', 'table', relname, reloptions::text) as line from tables
    union all
    select concat_ws(' ', 'column', relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attstorage,
                     pg_get_expr(adbin, adrelid))
      from tables join pg_attribute on relkind = 'r' and attrelid = tables.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid) from pg_index join tables on indrelid = tables.oid
    union all
    select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid), convalidated)
      from pg_constraint join tables on conrelid = tables.oid
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled)
      from pg_trigger join tables on tgrelid = tables.oid where not tgisinternal
    union all
    select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'type', typname, array_agg(enumlabel order by enumsortorder)::text)
      from pg_type join pg_enum on enumtypid = pg_type.oid group by typname
     order by 1`);
  await client.end();
  return rows.map(({ line }) => line);
}
