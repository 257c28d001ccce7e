/** The names that other APIs use for ours. New users type these, and none of them is spelt like our name. */
const CALLED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    q: ['search', 'query', 'keyword', 'keywords', 'term', 'text', 'find', 'contains', 's'],
    offset: ['page', 'page_number', 'skip', 'start', 'from'],
    limit: [
      'per_page',
      'page_size',
      'pagesize',
      'size',
      'count',
      'max',
      'max_results',
      'take',
      'top',
      'first',
      'amount',
      'n',
    ],
    count: ['limit', 'per_page', 'page_size', 'size', 'amount', 'number', 'n', 'take'],
    cursor: ['next', 'next_cursor', 'page_token', 'continuation', 'after'],
    sort: ['order', 'order_by', 'orderby', 'ordering', 'sort_by', 'sortby', 'direction'],
    fields: ['select', 'columns', 'only', 'properties', 'projection'],
    ids: ['id', 'question_id', 'question_ids', 'uuid', 'uuids'],
    question_ids: ['ids', 'id', 'question', 'questions', 'question_id'],
    question_text: ['question', 'text', 'title', 'prompt', 'stem', 'name', 'content', 'body'],
    correct_answer: ['answer', 'right_answer', 'solution', 'correct', 'correct_option', 'key'],
    incorrect_answers: ['answers', 'options', 'choices', 'wrong_answers', 'distractors', 'alternatives', 'wrong'],
    accepted_answers: ['synonyms', 'alternative_answers', 'other_answers', 'variants', 'aliases'],
    answer: ['response', 'guess', 'value', 'text', 'correct_answer', 'given_answer', 'option', 'choice'],
    difficulty: ['level', 'hardness', 'grade'],
    category: ['subject', 'cat', 'section', 'genre', 'area'],
    topic_focus: ['topic', 'subtopic', 'theme', 'focus', 'subcategory'],
    topic: ['topic_focus', 'theme'],
    tags: ['keywords', 'labels'],
    tag: ['label'],
    language: ['lang', 'locale'],
    explanation: ['hint', 'comment', 'description', 'reason', 'rationale', 'feedback', 'notes'],
    source: ['url', 'author', 'origin', 'credit', 'reference'],
    external_id: ['external', 'ref', 'foreign_id', 'custom_id', 'code'],
    status: ['state', 'published'],
    created_after: ['since', 'created_since', 'created_at', 'created', 'date', 'from_date', 'after'],
    updated_after: ['modified_since', 'updated_since', 'changed_since', 'modified_after', 'updated_at', 'since'],
    analysis_type: ['type', 'kind', 'analysis', 'name', 'analysis_id'],
    parameters: ['params', 'options', 'settings', 'config', 'arguments', 'args'],
    filter: ['where', 'query', 'criteria', 'selection'],
    scopes: ['permissions', 'roles', 'role', 'rights', 'access'],
    expires_at: ['expires_in', 'expiry', 'expiration', 'ttl', 'valid_until'],
    name: ['label', 'title', 'description'],
  }),
);

/** The known name for which another word stands. */
export function nameMeantBy(word: string, known: readonly string[]): string | undefined {
  const asked = word.toLowerCase().replaceAll('-', '_');
  return known.find((name) => CALLED.get(name)?.includes(asked) === true);
}
