import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Question } from '../domain/questions/question.ts';
import { readAiken, writeAiken } from './aiken/aiken.ts';
import { readAnki, writeAnki } from './anki/anki.ts';
import { writeBlooket } from './blooket/write.ts';
import { draftsOf, readAll, reportsOf, writeAll } from './exchange.fixture.ts';
import type { Draft, Reader, Writer } from './format.ts';
import { readGift } from './gift/gift.ts';
import { writeGift } from './gift/write.ts';
import { writeGimkit } from './gimkit/write.ts';
import { writeKahoot } from './kahoot/write.ts';
import { readMoodleXml } from './moodle-xml/moodle-xml.ts';
import { writeMoodleXml } from './moodle-xml/write.ts';
import { categoryOf, nameFor } from './opentdb/categories.ts';
import { readOpentdb } from './opentdb/opentdb.ts';
import { writeOpentdb } from './opentdb/write.ts';
import { writeQti12 } from './qti-1.2/write.ts';
import { writeQti3, writeQti21 } from './qti-2-3/write.ts';
import { readQtiPackage } from './qti-package/qti-package.ts';
import { storedQuestions } from './questions.fixture.ts';
import { writeQuizizz } from './quizizz/write.ts';
import { kindOf } from './shared/kinds.ts';
import { readSheet } from './shared/sheet.ts';
import { writeXlsx } from './xlsx/write.ts';
import { readXlsx } from './xlsx/xlsx.ts';

interface Format {
  name: string;
  reader: Reader;
  writer: Writer;
  /** The fields of a question that survive in the format. */
  holds: (question: Question, dropped: ReadonlySet<string>) => Draft;
}

const present = (draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).filter(
      ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
const sorted = (texts: unknown) => (Array.isArray(texts) ? [...(texts as string[])].sort() : texts);
const words = (question: Question) =>
  kindOf(question) === 'words'
    ? [...new Set(question.accepted_answers)].filter((text) => text !== question.correct_answer)
    : [];

const holdsMoodle: Format['holds'] = (question, dropped) => ({
  question_text: question.question_text,
  correct_answer: question.correct_answer,
  incorrect_answers: question.incorrect_answers,
  accepted_answers: words(question),
  category: question.category,
  topic_focus: dropped.has('topic_focus') ? null : question.topic_focus,
  difficulty: question.difficulty,
  explanation: question.explanation,
  external_id: dropped.has('external_id') ? null : (question.external_id ?? question.id),
  tags: dropped.has('tags') ? [] : question.tags,
});

const holdsQti: Format['holds'] = (question) => ({
  external_id: `q_${question.id}`,
  question_text: question.question_text,
  correct_answer: question.correct_answer,
  incorrect_answers: question.incorrect_answers,
  accepted_answers: words(question),
  language: question.language,
});

const holdsChoice: Format['holds'] = ({ question_text, correct_answer, incorrect_answers }) => ({
  question_text,
  correct_answer,
  incorrect_answers,
});

/** Without the fields that every OpenTDB question gets: its source, its licence and an id derived from its texts. */
async function* readOpentdbFields(...given: Parameters<Reader>): ReturnType<Reader> {
  for await (const row of readOpentdb(...given)) {
    if (row.kind !== 'question') yield row;
    else {
      const { source: _source, license: _license, external_id: _id, language: _language, ...draft } = row.draft;
      yield { ...row, draft };
    }
  }
}

const FORMATS: readonly Format[] = [
  {
    name: 'QTI 1.2',
    reader: readQtiPackage,
    writer: writeQti12,
    holds: ({ language: _language, ...question }, dropped) => ({
      ...holdsQti({ ...question, language: '' }, dropped),
      language: null,
      explanation: question.explanation,
    }),
  },
  { name: 'Kahoot!', reader: readSheet, writer: writeKahoot, holds: holdsChoice },
  {
    name: 'Quizizz',
    reader: readSheet,
    writer: writeQuizizz,
    holds: (question, dropped) => ({
      ...holdsChoice(question, dropped),
      accepted_answers: words(question),
      explanation: question.explanation,
    }),
  },
  { name: 'Blooket', reader: readSheet, writer: writeBlooket, holds: holdsChoice },
  { name: 'Gimkit', reader: readSheet, writer: writeGimkit, holds: holdsChoice },
  {
    name: 'OpenTDB JSON',
    reader: readOpentdbFields,
    writer: writeOpentdb,
    holds: (question, dropped) => {
      const name = nameFor(question.category, question.topic_focus);
      return {
        ...holdsChoice(question, dropped),
        topic_focus: name,
        category: categoryOf(name),
        difficulty: question.difficulty,
      };
    },
  },
  { name: 'QTI 3.0', reader: readQtiPackage, writer: writeQti3, holds: holdsQti },
  { name: 'QTI 2.1', reader: readQtiPackage, writer: writeQti21, holds: holdsQti },
  {
    name: 'XLSX',
    reader: readXlsx,
    writer: writeXlsx,
    holds: ({ version: _v, created_at: _c, updated_at: _u, kind: _kind, key: _key, scoring: _s, ...content }) =>
      content,
  },
  {
    name: 'GIFT',
    reader: readGift,
    writer: writeGift,
    holds: holdsMoodle,
  },
  { name: 'Moodle XML', reader: readMoodleXml, writer: writeMoodleXml, holds: holdsMoodle },
  {
    name: 'Aiken',
    reader: readAiken,
    writer: writeAiken,
    holds: ({ question_text, correct_answer, incorrect_answers }) => ({
      question_text,
      correct_answer,
      incorrect_answers,
    }),
  },
  {
    name: 'Anki text',
    reader: readAnki,
    writer: writeAnki,
    holds: ({ question_text, correct_answer, category, topic_focus, difficulty, tags }, dropped) => ({
      question_text,
      correct_answer,
      category,
      topic_focus,
      difficulty,
      tags: dropped.has('tags') ? [] : tags,
    }),
  },
];

describe.each(FORMATS)('$name', ({ reader, writer, holds }) => {
  it.each([30])('preserves questions in an export and import, or reports those it cannot represent', check);
  it.each([1000])('preserves %i random banks, too', { tags: ['heavy'] }, check);

  async function check(numRuns: number): Promise<void> {
    await fc.assert(
      fc.asyncProperty(storedQuestions, async (questions) => {
        for (const question of questions) {
          const { bytes, losses } = await writeAll(writer, [question]);
          const rows = await readAll(reader, bytes, {}, 50);
          const drafts = draftsOf(rows);
          expect(reportsOf(rows)).toEqual([]);
          if (losses.skipped.size > 0) {
            expect(drafts).toEqual([]);
            continue;
          }
          const dropped = new Set(losses.fields.keys());
          const wanted = present(holds(question, dropped));
          const draft = present(drafts[0] ?? {});
          if (dropped.has('tags')) delete draft.tags;
          expect({ ...draft, incorrect_answers: sorted(draft.incorrect_answers) }).toEqual({
            ...wanted,
            incorrect_answers: sorted(wanted.incorrect_answers),
          });
        }
        const { bytes, losses } = await writeAll(writer, questions);
        const skipped = [...losses.skipped.values()].reduce((sum, { count }) => sum + count, 0);
        expect(draftsOf(await readAll(reader, bytes))).toHaveLength(questions.length - skipped);
      }),
      { numRuns },
    );
  }
});
