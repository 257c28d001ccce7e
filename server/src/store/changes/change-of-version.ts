/**
 * The change that made the current version of a row of `questions`. The previous release writes versions without one.
 */
export const CHANGE_OF_VERSION = 'case when questions.change_version = questions.version then questions.change_id end';

/** The changes that made the versions of a question which its history still has. */
export const CHANGES_OF_QUESTION = (id: string) => `
  select ${CHANGE_OF_VERSION} from questions where id = ${id}
  union all
  select change_id from question_versions where question_id = ${id}`;
