import { FormatError, type Input, type ReadOptions, type Row } from '../format.ts';
import { readItem } from '../qti-1.2/item.ts';
import { readAssessmentItem } from '../qti-2-3/item.ts';
import { XmlElements } from '../shared/xml.ts';

const ITEMS = new Set(['assessmentItem', 'qti-assessment-item']);

/** Reads a single file: QTI 1.2 with many items, or one item of QTI 2.1, 2.2 or 3.0. */
export async function* readQtiXml(
  input: Input,
  options: ReadOptions & { file?: string } = {},
): AsyncGenerator<Row, void, undefined> {
  const elements = new XmlElements(input, (name, path) => (path.length === 0 ? ITEMS.has(name) : name === 'item'), {
    ...options,
    onRoot: (name) => {
      if (name !== 'questestinterop' && !ITEMS.has(name)) {
        throw new FormatError(
          'wrong_format',
          `The root element is <${name}>; QTI has <questestinterop>, <assessmentItem> or <qti-assessment-item>.`,
        );
      }
    },
  });
  let found = false;
  for await (const element of elements) {
    found = true;
    yield* element.element.name === 'item'
      ? readItem(element, options.file)
      : readAssessmentItem(element, options.file);
  }
  const note = elements.note();
  if (note !== undefined) yield note;
  if (!found) yield { kind: 'note', place: {}, code: 'no_questions', detail: 'The file has no items.', value: '' };
}
