/**
 * Deliberate faults, one for each class of tests that was moved, merged or cut when the gate was divided in two. `npm
 * run mutants -- --list gate` shows that the gate finds each of them, or names the command of the release check that
 * does; `--at REVISION` tries the same faults with the tests of an earlier revision.
 */
export interface PlantedFault {
  /** What goes wrong, in a few words. */
  name: string;
  file: string;
  /** A text that occurs once in the file, and its replacement. */
  find: string;
  replace: string;
  /** The npm script and the test files that find it. */
  script: string;
  tests: readonly string[];
  /** The values that were different before the gate was divided. */
  before?: { file?: string; find?: string; replace?: string; script?: string; tests?: readonly string[] };
}

/** Scripts of the release check; faults that only they find are marked. */
export const RELEASE_SCRIPTS: ReadonlySet<string> = new Set([
  'test:heavy',
  'test:db-heavy',
  'times',
  'properties',
  'guesses',
  'e2e:release',
  'console:release',
]);
