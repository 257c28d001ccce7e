/** A category, level or topic, or none, as `phrases.part` in `server/languages` names it for readers. */
export type NamedPart =
  | { kind: 'category' | 'topic'; name: string }
  | { kind: 'level'; name: number }
  | { kind: 'no_topic' | 'all_questions'; name: null };
