import { attachment, fileNameOf } from '../../../domain/names/file-name.ts';
import { DIFFICULTIES } from '../../../domain/questions/difficulty.ts';
import type { QuestionFilter } from '../../../domain/questions/filter.ts';
import type { Losses } from '../../../formats/format.ts';
import type { WrittenFormat } from '../../../formats/index.ts';
import type { Lines } from './write.ts';

/** A choice of more values of one kind is not named. */
const MAX_NAMED = 3;

interface Exported {
  format: WrittenFormat;
  /** What was chosen, in words. */
  chosen: readonly string[];
  /** The number of questions in the file; null if it was sent before it was complete. */
  count: number | null;
}

/** The header that suggests a file name: the format, what was chosen, and how many questions, `kahoot-science-5.xlsx`. */
export function exportDisposition({ format: { name, extensions }, chosen, count }: Exported): string {
  const [extension = name] = extensions;
  const kind = name === extension ? 'questions' : name;
  return attachment(fileNameOf([kind, ...chosen, ...(count === null ? [] : [String(count)])], extension));
}

/** The values of a filter that a person would name. A status is worth it only if ready questions are left out. */
export function chosenBy(filter: QuestionFilter): string[] {
  const { category, difficulty, topic_focus: topic, tag, other_tags: otherTags = [], q, language, status } = filter;
  const levels = difficulty?.map((level) => DIFFICULTIES[level]?.name ?? '');
  const tags = tag === undefined ? [] : [tag, ...otherTags];
  const statuses = status?.includes('ready') === true ? [] : status;
  const named = [category, levels, tags, statuses].map((some = []) => (some.length <= MAX_NAMED ? some : []));
  return [...named.flat(), ...[topic, q, language].filter((one) => one !== undefined)];
}

/** Counts the questions that pass. */
export class LineCount {
  #count = 0;
  readonly #losses: Losses;

  constructor(losses: Losses) {
    this.#losses = losses;
  }

  /** The number of questions that were written so far. */
  get written(): number {
    return this.#count - this.#losses.count;
  }

  async *of(lines: Lines): AsyncGenerator<string, void, undefined> {
    for await (const batch of lines) {
      for (let end = batch.indexOf('\n'); end !== -1; end = batch.indexOf('\n', end + 1)) this.#count += 1;
      yield batch;
    }
  }
}
