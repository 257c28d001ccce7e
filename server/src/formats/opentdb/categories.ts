/** By the name that OpenTDB gives; the first of several is what a question of ours is filed under. */
const CATEGORIES = new Map([
  ['Entertainment: Books', 'Literature'],
  ['Science & Nature', 'Science'],
  ['Science: Computers', 'Science'],
  ['Animals', 'Science'],
  ['Science: Gadgets', 'Science'],
  ['Science: Mathematics', 'Mathematics'],
  ['Geography', 'Geography'],
]);

/** All others are General Knowledge, with the name as topic. */
export function categoryOf(name: string): string {
  return CATEGORIES.get(name) ?? 'General Knowledge';
}

/** The name that comes nearest to a category and a topic of ours: the topic if it leads to the category. */
export function nameFor(category: string, topic: string | null): string {
  if (topic !== null && categoryOf(topic) === category) return topic;
  return [...CATEGORIES].find(([, ours]) => ours === category)?.[0] ?? category;
}
