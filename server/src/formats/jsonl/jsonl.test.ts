import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStoredQuestion } from '../../domain/questions/question.ts';
import { codesOf, draftsOf, questionsOf, readAll, reportsOf, writeAll } from '../exchange.fixture.ts';
import { FormatError, MAX_RECORD_LENGTH } from '../format.ts';
import { storedQuestions } from '../questions.fixture.ts';
import { readJsonl, writeJsonl } from './jsonl.ts';

describe('JSON Lines', () => {
  it('gives the same bytes after export, import and export, in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(storedQuestions, fc.integer({ min: 1, max: 700 }), async (questions, size) => {
        const { bytes, losses } = await writeAll(writeJsonl, questions);
        const drafts = draftsOf(await readAll(readJsonl, bytes, {}, size));
        const again = drafts.map((draft) => readStoredQuestion(JSON.stringify(draft)));
        expect((await writeAll(writeJsonl, again)).bytes.equals(bytes)).toBe(true);
        expect(losses.fields.size + losses.skipped.size).toBe(0);
      }),
    );
  });

  it('has the same keys in every line', async () => {
    const [question] = fc.sample(storedQuestions, 1)[0] ?? [];
    if (question === undefined) throw new Error('expected a question');
    const { bytes } = await writeAll(writeJsonl, [
      question,
      { ...question, topic_focus: null, explanation: null, tags: [] },
    ]);
    const [one, two] = bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line) as object));
    expect(one).toEqual(two);
  });

  it('skips blank lines, and reports lines that are not objects by their physical number', async () => {
    const rows = await readAll(
      readJsonl,
      '\ufeff{"question_text":"a"}\r\n\n[1]\n{"question_text":\n  \n"x"\n{"question_text":"b"}',
    );
    expect(questionsOf(rows).map(({ place, draft }) => [place.line, draft.question_text])).toEqual([
      [1, 'a'],
      [7, 'b'],
    ]);
    expect(reportsOf(rows).map(({ place }) => place.line)).toEqual([3, 4, 6]);
    expect(codesOf(rows)).toEqual(['invalid_json', 'invalid_json', 'invalid_json']);
    expect(reportsOf(rows)[0]?.raw).toBe('[1]');
  });

  it('rejects an endless line early', async () => {
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += 65_536;
        yield Buffer.alloc(65_536, 'a');
      }
    }
    const reading = (async () => {
      for await (const row of readJsonl(endless())) expect(row).toBe('never reached');
    })();
    await expect(reading).rejects.toThrow(/Line 1 is longer/u);
    expect(sent).toBeLessThan(MAX_RECORD_LENGTH * 2);
  });

  it('rejects bytes that are not UTF-8, with their position', async () => {
    const bytes = Buffer.concat([Buffer.from('{"question_text":"a"}\n'.repeat(3)), Buffer.from([0x22, 0xe9, 0x22])]);
    await expect(readAll(readJsonl, bytes)).rejects.toThrow(FormatError);
    await expect(readAll(readJsonl, bytes, {}, 22)).rejects.toMatchObject({
      code: 'invalid_encoding',
      place: { line: 4 },
    });
  });
});
