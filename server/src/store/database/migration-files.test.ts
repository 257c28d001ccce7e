import { describe, expect, it } from 'vitest';
import { listStatements, MIGRATIONS, type Migration, readMigration } from './migration-files.ts';

/** Finds statements that would block readers and writers of a large bank or break the previous release, undeclared. */
function listFaults({ text, breaking, concurrent }: Migration): string[] {
  const statements = listStatements(text.replaceAll(/(\$\w*\$).*?\1/gsu, "''").replaceAll(/--.*$/gmu, ''));
  const made = new Set(statements.map((statement) => /^create table (\w+)/iu.exec(statement)?.[1]));
  return statements.flatMap((statement) => {
    const indexed = /^create (?:unique )?index (concurrently )?.*?\bon (?:only )?(\w+)/isu.exec(statement);
    const concurrently = /^(?:create (?:unique )?|drop )index concurrently /iu.test(statement);
    return [
      ...(indexed?.[1] === undefined && indexed?.[2] !== undefined && !made.has(indexed[2])
        ? [`an index of an existing table is built concurrently: ${statement}`]
        : []),
      ...(concurrently === concurrent ? [] : [`concurrent statements have a migration of their own: ${statement}`]),
      ...(!breaking && BREAKS.some((pattern) => pattern.test(statement)) ? [`is breaking: ${statement}`] : []),
    ];
  });
}

/** Changes to what processes of the previous release may read, or leave out when they write. */
const BREAKS = [
  /\brename\b/iu,
  /\bdrop (?:column|table|function|type|view|schema)\b/iu,
  /\balter column \w+ (?:set data )?type\b/iu,
  /\bset not null\b/iu,
  /\bdrop default\b/iu,
  /\badd (?:column )?(?:if not exists )?\w+ [^,]*\bnot null\b(?![^,]*\bdefault\b)/iu,
];

describe('the files', () => {
  it('are numbered from the baseline without gaps', () => {
    const numbers = MIGRATIONS.map(({ name }) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(MIGRATIONS[0]?.name).toBe('0001_baseline');
  });

  it.each(MIGRATIONS.slice(1).map((migration) => [migration.name, migration] as const))(
    '%s blocks no readers or writers',
    (_name, migration) => {
      expect(listFaults(migration)).toEqual([]);
    },
  );
});

describe('the rules', () => {
  const faults = (text: string) => listFaults(readMigration('9999_sample', text)).length;

  it.each([
    'create index a on questions (id);',
    'create unique index a\n  on questions (id) where deleted_at is null;',
    'create index concurrently a on questions (id);',
    'drop index concurrently a;',
    '-- concurrent\ncreate index concurrently a on questions (id);\nalter table questions add column a text;',
    'alter table questions rename column body to text;',
    'alter table question_features rename to features;',
    'alter table questions drop column body;',
    'drop table draws;',
    'alter table analysis_shards alter column partial type bytea using null;',
    'alter table questions alter column source set not null;',
    'alter table questions add column a text not null;',
    'alter table questions add a text default 1, add b text not null;',
  ])('reject %s', (text) => {
    expect(faults(text)).toBe(1);
  });

  it.each([
    'create table a (id uuid primary key);\ncreate index b on a (id);',
    '-- concurrent\ncreate index concurrently a on questions (id);\ndrop index concurrently b;',
    '-- breaking: the text has another name\nalter table questions rename column body to text;',
    'alter table questions add column a text not null default 1, add column b text;',
    'alter table questions drop constraint questions_version_check;',
    'create function f() returns void language sql as $$ drop table a; create index b on questions (id); $$;',
    '-- rename, drop table\ncreate type a as enum (1);',
  ])('allow %s', (text) => {
    expect(faults(text)).toBe(0);
  });
});

describe('a file', () => {
  it('says how it is run only in the comments before its first statement', () => {
    const run = ({ breaking, concurrent }: Migration) => ({ breaking, concurrent });
    expect(run(readMigration('a', '-- Why.\n-- breaking: so\n\n-- concurrent\ndrop index a;'))).toEqual({
      breaking: true,
      concurrent: true,
    });
    expect(run(readMigration('a', 'drop index a;\n-- breaking\n-- concurrent\n'))).toEqual({
      breaking: false,
      concurrent: false,
    });
  });

  it('has the same checksum with either kind of line ending, and a different one with a different text', () => {
    expect(readMigration('a', 'one\r\ntwo').checksum).toBe(readMigration('a', 'one\ntwo').checksum);
    expect(readMigration('a', 'one\ntwo').checksum).not.toBe(readMigration('a', 'one\n two').checksum);
  });
});
