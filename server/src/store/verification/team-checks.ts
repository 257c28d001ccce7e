import { QUESTION_SORTS } from '../../domain/http/page.ts';
import { SHOWN_FIELDS } from '../../domain/questions/visibility.ts';
import type { Check } from './check.ts';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

const VIEWS: Check = {
  kinds: ['views.updated_at', 'views.sort', 'views.columns'],
  text: `select kind, id
           from views
          cross join lateral (values
                ('views.updated_at', updated_at < created_at or version < 1 or (version = 1 and updated_at <> created_at)),
                ('views.sort', ltrim(sort, '-') not in (${list(QUESTION_SORTS)})),
                ('views.columns', not columns <@ array[${list(SHOWN_FIELDS)}])) as checked (kind, wrong)
          where wrong`,
};

const COMMENTS: Check = {
  kinds: ['comments.question_id', 'comments.updated_at'],
  text: `select kind, comments.id, question_id
           from comments
          cross join lateral (values
                ('comments.question_id', not exists (select from questions where questions.id = question_id)),
                ('comments.updated_at', updated_at < created_at or version < 1
                                     or (version = 1 and (updated_at <> created_at or resolved_by is not null)))) as checked (kind, wrong)
          where wrong`,
};

/** The questions of a row, the smaller id first; people who were removed stay in their table. */
const ASSIGNMENTS: Check = {
  kinds: ['assignments.question_id', 'assignments.person', 'assignments.updated_at'],
  text: `select kind, id, question_id, other_id, person
           from assignments
          cross join lateral (values
                ('assignments.question_id', not exists (select from questions where questions.id = question_id)
                                         or other_id <= question_id
                                         or (other_id is not null and not exists (select from questions where questions.id = other_id))),
                ('assignments.person', not exists (select from people where people.id = person)),
                ('assignments.updated_at', updated_at < created_at or done_at < created_at or version < 1
                                        or (version = 1 and (updated_at <> created_at or done_at is not null)))) as checked (kind, wrong)
          where wrong`,
};

export const TEAM_CHECKS: readonly Check[] = [VIEWS, COMMENTS, ASSIGNMENTS];
