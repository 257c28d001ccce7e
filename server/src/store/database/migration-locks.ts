import { ellipsize } from '../../domain/text/ellipsize.ts';
import { listStatements, type Migration } from './migration-files.ts';

/** PostgreSQL's names, weakest first. */
const LOCK_MODES = [
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'ACCESS EXCLUSIVE',
] as const;
export type LockMode = (typeof LOCK_MODES)[number];

/** What each lock blocks, in an operator's words. */
export const BLOCKS: Readonly<Record<LockMode, string>> = {
  'ROW EXCLUSIVE': 'blocks nobody',
  'SHARE UPDATE EXCLUSIVE': 'blocks nobody',
  SHARE: 'blocks writers',
  'SHARE ROW EXCLUSIVE': 'blocks writers',
  'ACCESS EXCLUSIVE': 'blocks readers and writers',
};

interface PlannedLock {
  /** A table, or an index whose table only the database knows. */
  relation: string;
  mode: LockMode;
}

interface MigrationLocks {
  /**
   * The strongest lock on each existing relation. Relations that the migration itself creates are left out, since
   * nobody waits for them.
   */
  locks: PlannedLock[];
  /** The first words of statements whose locks are unknown before they run. */
  unknown: string[];
}

/**
 * The lock of each statement, by its first words: the rules of "Explicit Locking" in PostgreSQL's manual for what
 * migrations consist of. test/database/migration-plan.test.ts compares each with what PostgreSQL does.
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

/** Statements that lock no existing table. */
const HARMLESS =
  /^(?:create (?:or replace )?(?:function|procedure|type|sequence|view|schema)|create table|comment on|alter type \w+ add value)\b/iu;
const MADE = /^create table (?:if not exists )?(?<name>[\w.]+)/iu;
const REFERENCES = /\breferences (?<name>[\w.]+)/giu;
const SHOWN_CHARACTERS = 60;

export function locksOf({ text }: Migration): MigrationLocks {
  // A body between dollars is one word: its semicolons end nothing, and it takes effect when it is called.
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
    // A table that a foreign key refers to gets a trigger.
    if (!/^(?:insert|update|delete|create (?:or replace )?function)\b/iu.test(statement))
      for (const { groups } of statement.matchAll(REFERENCES)) lock(groups?.['name'], 'SHARE ROW EXCLUSIVE');
  }
  return { locks: [...strongest].map(([relation, mode]) => ({ relation, mode })), unknown };
}

function shorten(statement: string): string {
  const line = statement.replaceAll(/\s+/gu, ' ');
  return ellipsize(line, SHOWN_CHARACTERS);
}
