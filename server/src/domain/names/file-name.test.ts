import { describe, expect, it } from 'vitest';
import { attachment, fileNameOf } from './file-name.ts';

describe('fileNameOf', () => {
  it.each([
    [['kahoot', 'Science', '5'], 'kahoot-science-5', 'kahoot-science-5'],
    [['sheet', ' First lesson: "rivers" & <b>/..\\ '], 'sheet-first-lesson-rivers-b', 'sheet-first-lesson-rivers-b'],
    [['questions', '', '…'], 'questions', 'questions'],
    [['questions', 'Französisch: Größe'], 'questions-französisch-größe', 'questions-franzosisch-grosse'],
    [['questions', 'Наука', '5'], 'questions-наука-5', 'questions-5'],
    [['questions', 'विज्ञान'], 'questions-विज्ञान', 'questions'],
  ])('of %j is %s, in ASCII %s', (parts, name, ascii) => {
    expect(fileNameOf(parts, 'csv')).toEqual({ name: `${name}.csv`, ascii: `${ascii}.csv` });
  });

  it('fits in the 255 bytes of a file system, and cuts no character in two', () => {
    const { name, ascii } = fileNameOf(['questions', '𐐨'.repeat(300), 'a-'.repeat(300)], 'jsonl');
    expect(Buffer.byteLength(name)).toBeLessThan(255);
    expect(name.isWellFormed()).toBe(true);
    expect(ascii).toMatch(/^questions-(?:a-)+a\.jsonl$/u);
  });
});

describe('attachment', () => {
  it('adds the name in Unicode only if ASCII lacks it', () => {
    expect(attachment(fileNameOf(['hf', 'History'], 'jsonl'))).toBe('attachment; filename="hf-history.jsonl"');
    expect(attachment(fileNameOf(['hf', 'Kunst & Größe'], 'jsonl'))).toBe(
      `attachment; filename="hf-kunst-grosse.jsonl"; filename*=UTF-8''hf-kunst-gr%C3%B6%C3%9Fe.jsonl`,
    );
  });
});
