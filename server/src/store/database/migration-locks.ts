import { listStatements, type Migration } from './migration-files.ts';

/** As PostgreSQL calls them, from the weakest. */
export const LOCK_MODES = [
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'ACCESS EXCLUSIVE',
] as const;
export type LockMode = (typeof LOCK_MODES)[number];

/** Whom a lock keeps waiting, as an operator would say it. */
export const STOPS: Readonly<Record<LockMode, string>> = {
  'ROW EXCLUSIVE': 'stops nobody',
  'SHARE UPDATE EXCLUSIVE': 'stops nobody',
  SHARE: 'stops writers',
  'SHARE ROW EXCLUSIVE': 'stops writers',
  'ACCESS EXCLUSIVE': 'stops readers and writers',
};

export interface PlannedLock {
  /** A table, or an index whose table only the database knows. */
  relation: string;
  mode: LockMode;
}

export interface MigrationLocks {
  /** Of what was there before, the strongest lock on each; what a migration makes itself nobody waits for. */
  locks: PlannedLock[];
  /** Beginnings of statements of which nobody can say before they run. */
  unknown: string[];
}

/**
 * What each statement locks, by its first words: the rules of "Explicit Locking" in the manual of PostgreSQL for what
 * migrations are made of. test/database/migration-plan.test.ts compares each with PostgreSQL.
 */
const RULES: readonly { pattern: RegExp; mode: LockMode }[] = [
  {
    pattern: /^create (?:unique )?index concurrently .*?\bon (?:only )?(?<name>[\w.]+)/isu,
    mode: 'SHARE UPDATE EXCLUSIVE',
  },
  { pattern: /^create (?:unique )?index .*?\bon (?:only )?(?<name>[\w.]+)/isu, mode: 'SHARE' },
  { pattern: /^drop index concurrently (?:if exists )?(?<name>[\w.]+)/isu, mode: 'SHARE UPDATE EXCLUSIVE' },
  { pattern: /^drop index (?:if exists )?(?<name>[\w.]+)/isu, mode: 'ACCESS EXCLUSIVE' },
  { pattern: /^alter table (?:only )?(?<name>[\w.]+)\s+validate constraint \w+$/isu, mode: 'SHARE UPDATE EXCLUSIVE' },
  {
    pattern:
      /^alter table (?:only )?(?<name>[\w.]+)\s+add (?:constraint \w+ )?foreign key [^,]*? references (?<other>[\w.]+)[^,]*$/isu,
    mode: 'SHARE ROW EXCLUSIVE',
  },
  { pattern: /^(?:alter|drop) table (?:if exists )?(?:only )?(?<name>[\w.]+)/isu, mode: 'ACCESS EXCLUSIVE' },
  { pattern: /^truncate (?:table )?(?:only )?(?<name>[\w.]+)$/isu, mode: 'ACCESS EXCLUSIVE' },
  { pattern: /^create (?:or replace )?trigger .*?\bon (?<name>[\w.]+)/isu, mode: 'SHARE ROW EXCLUSIVE' },
  { pattern: /^drop trigger (?:if exists )?\w+ on (?<name>[\w.]+)/isu, mode: 'ACCESS EXCLUSIVE' },
  { pattern: /^(?:insert into|update|delete from) (?:only )?(?<name>[\w.]+)/isu, mode: 'ROW EXCLUSIVE' },
];

/** What locks no table that was there before. */
const HARMLESS =
  /^(?:create (?:or replace )?(?:function|procedure|type|sequence|view|schema)|create table|comment on|alter type \w+ add value)\b/iu;
const MADE = /^create table (?:if not exists )?(?<name>[\w.]+)/iu;
const REFERENCES = /\breferences (?<name>[\w.]+)/giu;
const SHOWN_CHARACTERS = 60;

export function locksOf({ text }: Migration): MigrationLocks {
  // A body between dollars is one word: its semicolons end nothing, and what it does it does when it is called.
  const statements = listStatements(text.replaceAll(/(\$\w*\$).*?\1/gsu, "''").replaceAll(/--.*$/gmu, ''));
  const made = new Set(statements.map((statement) => MADE.exec(statement)?.groups?.['name']));
  const strongest = new Map<string, LockMode>();
  const unknown: string[] = [];
  const lock = (relation: string | undefined, mode: LockMode) => {
    if (relation === undefined || made.has(relation)) return;
    const before = strongest.get(relation);
    if (before === undefined || LOCK_MODES.indexOf(mode) > LOCK_MODES.indexOf(before)) strongest.set(relation, mode);
  };
  for (const statement of statements) {
    const rule = RULES.find(({ pattern }) => pattern.test(statement));
    const named = rule?.pattern.exec(statement)?.groups;
    if (rule === undefined && !HARMLESS.test(statement)) unknown.push(shorten(statement));
    if (rule !== undefined) {
      lock(named?.['name'], rule.mode);
      lock(named?.['other'], rule.mode);
    }
    // A table that a foreign key names gets a trigger.
    if (!/^(?:insert|update|delete|create (?:or replace )?function)\b/iu.test(statement))
      for (const { groups } of statement.matchAll(REFERENCES)) lock(groups?.['name'], 'SHARE ROW EXCLUSIVE');
  }
  return { locks: [...strongest].map(([relation, mode]) => ({ relation, mode })), unknown };
}

function shorten(statement: string): string {
  const line = statement.replaceAll(/\s+/gu, ' ');
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line;
}
