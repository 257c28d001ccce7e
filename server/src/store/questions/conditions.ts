import { ADOPTED } from '../../domain/analysis/attempt.ts';
import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { QuestionFilter } from '../../domain/questions/filter.ts';
import { firstUuidAt } from '../../domain/uuid.ts';

/** Collects the values of a statement composed at run time; `param` returns the placeholder. */
export class Values {
  readonly list: unknown[] = [];

  param(value: unknown, type = ''): string {
    this.list.push(value);
    return `$${this.list.length}${type === '' ? '' : `::${type}`}`;
  }
}

/** The search index contains for each question the block of 2^16 positions that it is in. */
export const SEARCH_BLOCK = 16;

const QUESTION = `question_text || ' ' || coalesce(topic_focus, '')`;
const ANSWERS = 'searchable_answers(correct_answer, accepted_answers)';
const searchText = (text: string) =>
  `(to_tsvector('english', ${text}) || array_to_tsvector(array['#' || (position >> ${SEARCH_BLOCK})::text]))`;
/** What the search indexes cover. The expressions must match the indexes in migrations 0001 and 0020. */
const SEARCH_TEXT = searchText(QUESTION);
const SEARCH_TEXT_AND_ANSWERS = searchText(`${QUESTION} || ' ' || ${ANSWERS}`);

/** Filters that the rows of a tag can answer; any other filter may find fewer questions by its own index. */
const ANSWERED_BY_TAGS = new Set(['tag', 'status', 'category', 'difficulty', 'deleted']);

/**
 * The rows that the conditions of a filter apply to. With a tag, its own rows come first, so that their order is used;
 * deleted questions have none. The fence makes PostgreSQL look up each question by all four columns, and the hash lets
 * it use the index of draws as well. Without these and without statistics, it reads all of a status or a cell for every
 * row: right after 10,000 questions were written, this took 504 ms instead of 12.
 */
export function filterSource(filter: QuestionFilter, values: Values): string {
  const [members] = memberQueries(filter);
  if (members !== undefined) return `(${members(values)}) members join questions on questions.id = member_id`;
  if (filter.tag === undefined || filter.deleted === true) return 'questions';
  const using = 'using (position, status, category_id, difficulty)';
  const isFree = Object.entries(filter).some(([name, value]) => value !== undefined && !ANSWERED_BY_TAGS.has(name));
  if (isFree) return `question_tags join questions ${using}`;
  return `question_tags join lateral (
            select * from questions
             where (position, status, category_id, difficulty) =
                   (question_tags.position, question_tags.status, question_tags.category_id, question_tags.difficulty)
               and hashint8extended(position, 0) = hashint8extended(question_tags.position, 0)
               and deleted_at is null offset 0) questions ${using}`;
}

/**
 * For each such filter, a query for the ids of the questions that belong to something: few, compared with the bank.
 * PostgreSQL starts from the distinct members and looks up each by its id instead of walking the bank in order.
 */
function memberQueries(filter: QuestionFilter): ((values: Values) => string)[] {
  const { change_id: change, assignee, analysis_id: analysis, has_open_comments: isCommented } = filter;
  return [
    ...(change === undefined ? [] : [(values: Values) => changedQuestions(values.param(change, 'uuid'))]),
    ...(assignee === undefined ? [] : [(values: Values) => assignedQuestions(values.param(assignee, 'uuid'))]),
    ...(analysis === undefined ? [] : [(values: Values) => foundQuestions(values.param(analysis, 'uuid'))]),
    ...(isCommented === undefined ? [] : [() => COMMENTED_QUESTIONS]),
  ];
}

/** A change that wrote a question twice names it twice. */
const changedQuestions = (change: string) =>
  `select distinct unnest(question_ids) as member_id
     from (select question_ids from changes where id = ${change} and question_ids is not null
           union all
           select question_ids from change_chunks where change_id = ${change}) chunks`;

/** Both questions of a pair. The index `assignments_person` finds them; there are at most 100,000. */
const assignedQuestions = (person: string) =>
  `select distinct member_id
     from assignments cross join lateral unnest(array[question_id, other_id]) as member_id
    where person = ${person} and done_at is null and member_id is not null`;

/** Rows are stored by the thousand, under the key of their result; see docs/decisions/0075. */
const foundQuestions = (analysis: string) =>
  `select distinct unnest(question_ids) as member_id
     from analysis_items
    where items_id = (select items_id from analyses where id = ${analysis} and status = 'succeeded') and attempt = '${ADOPTED}'`;

/** Read from the index `comments_open` alone. */
const COMMENTED_QUESTIONS = 'select distinct question_id as member_id from comments where resolved_by is null';

/**
 * Any filter as SQL. It selects either only deleted questions or none. A search by words can be confined to one block.
 */
export function filterConditions(
  filter: QuestionFilter,
  categories: CategoryCatalogue,
  values: Values,
  block?: bigint,
): string {
  const conditions = [filter.deleted === true ? 'deleted_at is not null' : 'deleted_at is null'];
  const [leading, ...others] = memberQueries(filter);
  for (const members of others) conditions.push(`questions.id in (${members(values)})`);
  const anyOf = (column: string, type: string, list: readonly (string | number)[]) => {
    // A single value becomes an equality: only then does an index that begins with the column return its rows in
    // position order.
    const [only, ...more] = list;
    conditions.push(
      more.length === 0
        ? `${column} = ${values.param(only, type)}`
        : `${column} = any(${values.param(list, `${type}[]`)})`,
    );
  };
  if (filter.status !== undefined) anyOf('status', 'question_status', filter.status);
  if (filter.category !== undefined) {
    anyOf(
      'category_id',
      'smallint',
      filter.category.map((name) => categories.require(name).id),
    );
  }
  if (filter.difficulty !== undefined) anyOf('difficulty', 'smallint', filter.difficulty);
  if (filter.topic_focus !== undefined) conditions.push(`topic_focus = ${values.param(filter.topic_focus)}`);
  if (filter.tag !== undefined) {
    const tag = values.param(filter.tag);
    const hasTagRows = filter.deleted !== true && leading === undefined;
    conditions.push(hasTagRows ? `tag = ${tag}` : `${tag} = any(tags)`);
  }
  if (filter.other_tags !== undefined) conditions.push(`tags @> ${values.param(filter.other_tags, 'text[]')}`);
  if (filter.language !== undefined) conditions.push(`language = ${values.param(filter.language)}`);
  if (filter.q !== undefined) {
    const words = wordsOf(filter.q, values);
    const where = block === undefined ? '' : ` && ${values.param(`'#${block}'`, 'tsquery')}`;
    const text = filter.searches_answers === true ? SEARCH_TEXT_AND_ANSWERS : SEARCH_TEXT;
    conditions.push(`${text} @@ (${words}${where})`);
  }
  if (filter.ids !== undefined) conditions.push(`id = any(${values.param(filter.ids, 'uuid[]')})`);
  if (filter.external_id !== undefined) conditions.push(`external_id = ${values.param(filter.external_id)}`);
  if (filter.updated_after !== undefined) conditions.push(`updated_at > ${values.param(filter.updated_after)}`);
  if (filter.updated_before !== undefined) conditions.push(`updated_at < ${values.param(filter.updated_before)}`);
  if (filter.created_before !== undefined)
    conditions.push(`id < ${values.param(firstUuidAt(filter.created_before), 'uuid')}`);
  if (filter.created_after !== undefined) {
    // A range of the id's own index: `created_at` needs none.
    const after = new Date(filter.created_after.getTime() + 1);
    conditions.push(`id >= ${values.param(firstUuidAt(after), 'uuid')}`);
  }
  return conditions.join(' and ');
}

const NUMBERS = /(?<![\p{L}\p{N}_.])\d{1,20}(?:\.\d{1,20})?(?![\p{L}\p{N}_])/gu;
const MAX_NUMBERS = 10;

/** The words of a search. PostgreSQL reads "pre-1945" as "pre" and -1945, so 1945 also finds -1945. */
function wordsOf(q: string, values: Values): string {
  const numbers = [...new Set(q.match(NUMBERS))].slice(0, MAX_NUMBERS);
  return numbers.reduce(
    (words, number) => {
      const [either, alone] = [`'${number}' | '-${number}'`, `'${number}'`];
      return `ts_rewrite(${words}, ${values.param(alone, 'tsquery')}, ${values.param(either, 'tsquery')})`;
    },
    `websearch_to_tsquery('english', ${values.param(q)})`,
  );
}
