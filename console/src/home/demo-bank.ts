import type { Import } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';

/** The questions that `npm start -- --demo` loads. A file of their own, which only this button requests. */
const BANKS = import.meta.glob<readonly object[]>('../../../server/demo/questions.json', { import: 'default' });

/**
 * Imports the demo questions like any file, so that the import has a report and can be undone. Some of them repeat
 * others on purpose. Their external ids prevent a second import.
 */
export async function importDemoBank(): Promise<Import> {
  const questions = (await Promise.all(Object.values(BANKS).map((load) => load()))).flat();
  const lines = questions.map((question) => JSON.stringify(question)).join('\n');
  return quaestor.imports.create(lines, { format: 'jsonl', filename: 'demo-questions.jsonl', on_duplicate: 'create' });
}
