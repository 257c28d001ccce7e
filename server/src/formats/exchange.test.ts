import { expect, it } from 'vitest';
import { describeWithShared } from '../../test/shared-data.ts';
import { readAiken } from './aiken/aiken.ts';
import { readAnki } from './anki/anki.ts';
import { readCsv } from './csv/csv.ts';
import {
  canonical,
  codesOf,
  draftsOf,
  exchangeFile,
  questionsOf,
  readAll,
  reportsOf,
  squeeze,
  wrongOf,
} from './exchange.fixture.ts';
import type { Draft, Reader, Row } from './format.ts';
import { readGift } from './gift/gift.ts';
import { readMoodleXml } from './moodle-xml/moodle-xml.ts';
import { readQtiPackage } from './qti-package/qti-package.ts';
import { readQtiXml } from './qti-package/qti-xml.ts';
import { readXlsx } from './xlsx/xlsx.ts';

interface Expected {
  questions?: Record<string, unknown>[];
  reported_items?: { question_text?: string; reported: string }[];
  items: number;
  imported?: number;
  reported?: number;
  error?: string;
}

const readQti: Reader = (input, options) => readQtiPackage(input, options);

const READERS: Readonly<Record<string, Reader>> = {
  gift_escapes_cc0: readGift,
  gift_pegjs_mit: readGift,
  blooket_gimkit_cc0: readCsv,
  kahoot_cc0: readXlsx,
  quizizz_cc0: readXlsx,
  xlsx_teacher_cc0: readXlsx,
  xlsx_openolat_apache: readXlsx,
  common_cartridge_canvas_mit: readQti,
  common_cartridge_plain_cc0: readQti,
  qti12_blackboard_cc0: readQti,
  qti12_canvas_export_mit: readQti,
  qti12_canvas_text2qti_cc0: readQti,
  qti12_openolat_apache: readQti,
  qti12_respondus_mit: readQti,
  qti21_openolat_apache: readQti,
  qti22_tao_inspera_cc0: readQti,
  moodle_xml_course_mit: readMoodleXml,
  moodle_xml_tex_images_cc0: readMoodleXml,
  moodle_xml_types_apache: readMoodleXml,
};

function readerOf(folder: string, name: string): Reader {
  const reader = READERS[folder] as Reader;
  if (reader === readXlsx && /\.(?:csv|txt)$/u.test(name)) return readCsv;
  return reader === readQti && name.endsWith('.xml') ? readQtiXml : reader;
}

const expectedOf = (folder: string) =>
  (JSON.parse(exchangeFile('more', folder, 'EXPECTED.json').toString()) as { files: Record<string, Expected> }).files;

const sorted = (questions: readonly Record<string, unknown>[]) => {
  const key = (question: Record<string, unknown>) =>
    JSON.stringify([squeeze(question['question_text']), isoDate(question['correct_answer'])]);
  return [...questions].sort((one, two) => (key(one) < key(two) ? -1 : 1));
};

/** A cell with a date is expected as "20 July 1969" or as 1969-07-20. */
function isoDate(value: unknown): string {
  const text = squeeze(value);
  return /^\d{1,2} [A-Z][a-z]+ \d{4}$/u.test(text) ? new Date(`${text} UTC`).toISOString().slice(0, 10) : text;
}

const list = (value: unknown) => (Array.isArray(value) ? value.map(isoDate).sort() : []);

/** The part of a draft that can be compared with an expected question; fields that the draft lacks are not checked. */
function comparable(draft: Record<string, unknown>, wanted: Record<string, unknown>) {
  return {
    // The expected texts have no bullets; ours mark the items of a list.
    question_text: squeeze(String(draft['question_text']).replace(/^(?:- |\d+\. )/gmu, ''))
      .replace(/ Select one alternative:$/u, '') // a prompt that only instructs may stay
      .replace(String(wanted['note']).includes('To be or _____ to be') ? '_____ ' : '', ''),
    correct_answer: isoDate(draft['correct_answer']),
    incorrect_answers: list(draft['incorrect_answers']),
    accepted_answers: list(draft['accepted_answers']),
    ...(wanted['explanation'] !== undefined && { explanation: squeeze(draft['explanation']) }),
    ...(wanted['external_id'] !== undefined && { external_id: draft['external_id'] }),
    ...(wanted['difficulty'] !== undefined && { difficulty: draft['difficulty'] }),
    ...(wanted['topic_focus'] !== undefined && { topic_focus: draft['topic_focus'] }),
  };
}

describeWithShared('exchange', 'files of other programs', () => {
  const files = Object.keys(READERS).flatMap((folder) =>
    Object.keys(expectedOf(folder)).map((name) => ({ folder, name })),
  );

  it.each(files)('reads $folder/$name as expected', async ({ folder, name }) => {
    const expected = expectedOf(folder)[name];
    if (expected === undefined) throw new Error('expected an expectation');
    const rows = await readAll(readerOf(folder, name), exchangeFile('more', folder, name), {}, 1000);
    // Some are expected in a different order than in the file: by type.
    const drafts = sorted(draftsOf(rows));
    const questions = sorted(expected.questions ?? []);
    expect(drafts.map((draft, index) => comparable(draft, questions[index] ?? {}))).toEqual(
      questions.map((question) => comparable(question, question)),
    );
    const named = (expected.reported_items ?? []).map(({ question_text }) => question_text);
    if (!named.includes(undefined) && named.length === expected.reported) {
      // Only the beginnings are compared, since there is no rule for which part of a matching or ordering is its text.
      const start = (text: unknown) => squeeze(text).slice(0, 20);
      expect(
        reportsOf(rows)
          .map(({ value }) => start(value))
          .sort(),
      ).toEqual(named.map(start).sort());
    }
    expect([drafts.length, codesOf(rows).length]).toEqual([expected.imported, expected.reported]);
  });
});

describeWithShared('exchange', 'categories and tags of other programs', () => {
  const read = async (reader: Reader, ...names: string[]) =>
    draftsOf(await readAll(reader, exchangeFile('more', ...names)));

  const pathOf = ({ category, topic_focus }: Draft) =>
    [category, topic_focus]
      .map(squeeze)
      .filter((part) => part !== '')
      .join(' > ');

  it('are read from paths with doubled slashes', async () => {
    const drafts = await read(readMoodleXml, 'moodle_xml_tex_images_cc0', 'moodle_tex_images_odd_cases.xml');
    expect(new Set(drafts.map(pathOf))).toEqual(new Set(['Physics > Input/Output']));
    expect(drafts[0]).toMatchObject({ tags: ['geometry'], difficulty: 1 });
  });

  it('are those of the course, without its root', async () => {
    const name = 'moodle_course_export_excerpt.xml';
    const drafts = await read(readMoodleXml, 'moodle_xml_course_mit', name);
    const wanted = expectedOf('moodle_xml_course_mit')[name]?.questions ?? [];
    const paths = wanted.map(({ category }) =>
      String(category).replace('$course$/top/', '').replaceAll('//', '\n').replaceAll('/', ' > ').replaceAll('\n', '/'),
    );
    expect(drafts.map(pathOf)).toEqual(paths);
  });

  it('are read from comments of GIFT', async () => {
    const [first] = await read(readGift, 'gift_escapes_cc0', 'gift_every_escape.gift');
    expect(first).toMatchObject({
      category: 'Science',
      topic_focus: 'Input: output',
      external_id: 'gift-001',
      tags: ['escapes', 'with ] bracket'],
    });
  });
});

describeWithShared('exchange', 'the equivalent set', () => {
  const read = async (reader: Reader, name: string) =>
    await readAll(reader, exchangeFile('equivalent_set_ccbysa', name), {}, 333);
  const sorted = (draft: Draft) => ({ ...draft, incorrect_answers: [...(draft.incorrect_answers as string[])].sort() });

  it('is read from GIFT', async () => {
    const rows = await read(readGift, 'questions.gift.txt');
    const byId = (one: Draft, two: Draft) => (String(one.external_id) < String(two.external_id) ? -1 : 1);
    expect(draftsOf(rows).map(sorted).sort(byId)).toEqual(
      canonical().map((question) => ({
        question_text: question.question_text,
        correct_answer: question.correct_answer,
        incorrect_answers: wrongOf(question),
        category: question.category,
        external_id: question.id,
        difficulty: question.difficulty,
        tags: [question.topic],
      })),
    );
  });

  it('is read from Moodle XML', async () => {
    const rows = await read(readMoodleXml, 'questions.moodle.xml');
    const byId = (one: Draft, two: Draft) => (String(one.external_id) < String(two.external_id) ? -1 : 1);
    expect(draftsOf(rows).map(sorted).sort(byId)).toEqual(
      canonical().map((question) => ({
        question_text: question.question_text,
        correct_answer: question.correct_answer,
        incorrect_answers: wrongOf(question),
        category: question.category,
        external_id: question.id,
        difficulty: question.difficulty,
        tags: [question.topic],
      })),
    );
  });

  it('is read from Aiken', async () => {
    expect(draftsOf(await read(readAiken, 'questions.aiken.txt')).map(sorted)).toEqual(
      canonical().map((question) => ({
        question_text: question.question_text,
        correct_answer: question.correct_answer,
        incorrect_answers: wrongOf(question),
      })),
    );
  });

  it('is read from Anki, without wrong answers', async () => {
    expect(draftsOf(await read(readAnki, 'questions.anki.txt'))).toEqual(
      canonical().map(({ id, question_text, correct_answer, category, difficulty, topic }) => ({
        question_text,
        correct_answer,
        category,
        difficulty,
        topic_focus: topic,
        tags: [id, category.replaceAll(' ', '_')],
      })),
    );
  });
});

describeWithShared('exchange', "Moodle's own files", () => {
  const read = async (reader: Reader, name: string) => await readAll(reader, exchangeFile('moodle_gpl3', name));
  const summary = (rows: readonly Row[]) => ({ questions: questionsOf(rows).length, reports: codesOf(rows) });

  it('reads the 43 questions of gift_examples.txt, 6 of which are not supported', async () => {
    expect(summary(await read(readGift, 'gift_examples.txt'))).toMatchInlineSnapshot(`
      {
        "questions": 37,
        "reports": [
          "unsupported_type",
          "unsupported_type",
          "numeric_range",
          "several_answers",
          "several_answers",
          "unsupported_type",
        ],
      }
    `);
  });

  it('reads questions.gift.txt like Moodle', async () => {
    const rows = await read(readGift, 'questions.gift.txt');
    expect(summary(rows)).toMatchInlineSnapshot(`
      {
        "questions": 6,
        "reports": [
          "unsupported_type",
          "unsupported_type",
          "several_answers",
        ],
      }
    `);
  });

  it('reads the category of questions_in_category.gift.txt', async () => {
    const rows = await read(readGift, 'questions_in_category.gift.txt');
    expect(summary(rows)).toMatchInlineSnapshot(`
      {
        "questions": 2,
        "reports": [
          "unsupported_type",
          "picture",
        ],
      }
    `);
    expect(draftsOf(rows)[0]).toMatchInlineSnapshot(`
      {
        "category": "Default for New Features",
        "correct_answer": "Moodler",
        "question_text": "Anyone who uses Moodle is a ...",
      }
    `);
  });

  it('reads questions.aiken.txt as plain text', async () => {
    expect(draftsOf(await read(readAiken, 'questions.aiken.txt'))).toMatchInlineSnapshot(`
      [
        {
          "correct_answer": "Martin Dougiamas",
          "incorrect_answers": [
            "Petr Skoda",
            "Eloy Lafuente",
            "Tim Hunt",
          ],
          "question_text": "The Moodle project was started by:",
        },
        {
          "correct_answer": "True",
          "incorrect_answers": [
            "False",
          ],
          "question_text": "Moodle's abilities include handling user input that includes <html class="cool"> & images:",
        },
      ]
    `);
  });

  it('reads the one valid question of aiken_errors.txt, and reports the rest', async () => {
    const rows = await read(readAiken, 'aiken_errors.txt');
    expect(draftsOf(rows)).toMatchInlineSnapshot(`
      [
        {
          "correct_answer": "Correct",
          "incorrect_answers": [
            "Incorrect",
          ],
          "question_text": "A good question",
        },
      ]
    `);
    expect(reportsOf(rows).map(({ place, code, value }) => [place.line, code, value])).toMatchInlineSnapshot(`
      [
        [
          1,
          "too_few_options",
          "A question with too few answers",
        ],
        [
          5,
          "broken",
          "A) Question not started",
        ],
        [
          7,
          "broken",
          "ANSWER: Question not started",
        ],
        [
          14,
          "broken",
          "A question started but not finished",
        ],
        [
          18,
          "broken",
          "A second good question",
        ],
        [
          19,
          "broken",
          "A)Incorrect (No space)",
        ],
        [
          20,
          "bad_key",
          "B)Correct (No space)",
        ],
      ]
    `);
  });
});
