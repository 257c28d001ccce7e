/** The statements that pgbench runs on the same tables, to measure PostgreSQL without the service. */

/** Both sides read the same pages, so that neither has more of them in memory than the other. */
export const PLACES = 300;

/** Reads a page of 20 rows with nine columns, starting after one of the places in a random cell. */
export function bareList(count: number): string {
  return `\\set c random(1, 6)
\\set d random(0, 2)
\\set p random(0, ${PLACES - 1}) * ${Math.floor(count / PLACES)}
select id, question_text, correct_answer, category_id, difficulty, topic_focus, status, version, created_at
  from questions
 where status = 'ready' and category_id = :c and difficulty = :d and deleted_at is null and position > :p
 order by position limit 20;
`;
}

export function bareGet(id: string): string {
  return `select id, question_text, correct_answer, category_id, difficulty, topic_focus, status, version, created_at from questions where id = '${id}';\n`;
}

/** Inserts one row into the same table, with all its indexes and its counting trigger, but no features and no outbox. */
export const BARE_INSERT = `\\set c random(1, 6)
\\set d random(0, 2)
\\set n random(1, 1000000000)
insert into questions (id, created_at, updated_at, version, status, category_id, difficulty, body_version, question_text, correct_answer,
                       topic_focus, accepted_answers, incorrect_answers, explanation, tags, language, source, license, external_id, updated_by, body)
values (uuidv7(), now(), now(), 1, 'ready', :c, :d, 1, 'Which largest river in Norway was discovered by number ' || :n || ' in 1492, in the course of a long journey?', 'Aldana of Norway',
        'River facts', '{}', '{}', null, '{}', 'en', null, null, null, 'pgbench',
        '{"n":"' || rpad('', 470, 'x') || :n || '"}');
`;
