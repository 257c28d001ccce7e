/** Maps OpenTDB names to our categories; the first of several names is used in exports. */
const CATEGORIES = new Map([
  ['Entertainment: Books', 'Literature'],
  ['Science & Nature', 'Science'],
  ['Science: Computers', 'Science'],
  ['Animals', 'Science'],
  ['Science: Gadgets', 'Science'],
  ['Science: Mathematics', 'Mathematics'],
  ['Geography', 'Geography'],
]);

/** All other names become General Knowledge, with the name as topic. */
export function categoryOf(name: string): string {
  return CATEGORIES.get(name) ?? 'General Knowledge';
}

/** The name closest to a category and a topic of ours: the topic if it belongs to the category. */
export function nameFor(category: string, topic: string | null): string {
  if (topic !== null && categoryOf(topic) === category) return topic;
  return [...CATEGORIES].find(([, ours]) => ours === category)?.[0] ?? category;
}
