import { expect, it } from 'vitest';
import { rejectedText } from './rejected-text.ts';

const rowOf = (category: string, topic_focus: string) =>
  ({ kind: 'question', draft: { category, topic_focus }, place: {}, raw: 'Why?{=Because}' }) as const;

it.each(['gift', 'moodle-xml'])('repeats the category of an item in %s', (format) => {
  expect(rejectedText(format, rowOf('Science', 'Physics'))).toContain('Science/Physics');
});

it.each(['gift', 'moodle-xml'])('does not repeat an overlong category with each item of %s', (format) => {
  const text = rejectedText(format, rowOf('C'.repeat(200_000), `${'a/'.repeat(100_000)}a`));
  expect(text.length).toBeLessThan(2000);
  expect(text).toContain('Why?');
});
