import { describe, expect, it } from 'vitest';
import { guessFormat } from './guess.ts';
import { FORMATS, findFormat } from './index.ts';
import { guessEncoding } from './shared/decode.ts';

describe('guessFormat', () => {
  it.each([
    ['{"question_text":"a"}\n', '', '', 'jsonl'],
    ['{"question_text":"a"}\n', 'x.csv', 'text/csv', 'jsonl'],
    ['{"response_code":0,"results":[]}', '', '', 'opentdb'],
    ['[{"question":"a","correct_answer":"b","incorrect_answers":[]}]', '', '', 'opentdb'],
    ['question,answer\na,b\n', '', '', 'csv'],
    ['a;b\n', 'x.csv', '', 'csv'],
    ['anything', '', 'text/csv; charset=utf-8', 'csv'],
    ['<?xml version="1.0"?>\n<!-- x --><quiz>', '', '', 'moodle-xml'],
    ['<questestinterop>', 'x.xml', '', 'qti'],
    ['<qti-assessment-item xmlns="x">', '', 'application/xml', 'qti'],
    ['<html>', 'x.xml', 'application/xml', undefined],
    ['::a::b{=c}', 'x.txt', 'text/plain', 'gift'],
    ['Who?{=I =me}', '', '', 'gift'],
    ['Who?\nA) I\nB) you\nANSWER: A\n', 'x.txt', '', 'aiken'],
    ['1. Who?\nA) I\nB) you\nANSWER: A\n', 'x.txt', '', 'pasted'],
    ['1. Who, me?\na) I, too\nb) you*\n', 'Pasted text', '', 'pasted'],
    ['Who, me?\na) I, too\nb) you*\n', 'Pasted text', '', 'pasted'],
    ['1. Who?\nAnswer: me\n', 'x.txt', 'text/plain', 'pasted'],
    ['Quiz\n\n1) Who? a) I b) you\n\nKey: 1b', '', '', 'pasted'],
    ['1. Who? {=I ~you}', 'x.txt', '', 'gift'],
    ['question,answer\n1. Who?,I\n2. What?,it\n', '', '', 'csv'],
    ['question;answer\n"Which? a) x\nb) y";a\n', '', '', 'csv'],
    ['1. Who?\na) I\nb) you*\n', 'x.csv', '', 'csv'],
    ['1. wash, dry\n2. fold', 'list.txt', '', 'csv'],
    ['#separator:tab\n#html:false\na\tb', '', '', 'anki'],
    ['PK\u0003\u0004 xl/workbook.xml', '', '', 'xlsx'],
    ['PK\u0003\u0004', 'book.xlsx', '', 'xlsx'],
    ['PK\u0003\u0004 imsmanifest.xml', 'course.imscc', '', 'qti-package'],
    ['plain words', 'x.txt', 'text/plain', undefined],
    ['', '', '', undefined],
  ])('%j named %j and sent as %j is %s', (text, name, type, format) => {
    expect(guessFormat(Buffer.from(text), name, type)).toBe(format);
  });

  it('decodes UTF-16', () => {
    expect(guessFormat(Buffer.from('\ufeff<quiz>', 'utf16le'))).toBe('moodle-xml');
  });
});

describe('guessEncoding', () => {
  it.each([
    [[0xef, 0xbb, 0xbf, 0x61], 'utf-8', true],
    [[0xff, 0xfe, 0x61, 0], 'utf-16le', true],
    [[0xfe, 0xff, 0, 0x61], 'utf-16be', true],
    [[0x61, 0, 0x62, 0], 'utf-16le', true],
    [[0, 0x61, 0, 0x62], 'utf-16be', true],
    [[0xc3, 0xa9], 'utf-8', true],
    [[0xe9], 'windows-1252', false],
    [[0x61, 0x0d, 0x8e], 'macintosh', false],
    [[0x61, 0x0d, 0x0a, 0x8e], 'windows-1252', false],
  ])('%j is %s', (bytes, encoding, sure) => {
    expect(guessEncoding(Uint8Array.from(bytes))).toEqual({ encoding, sure });
  });

  it('accepts a truncated character', () => {
    expect(guessEncoding(Uint8Array.from([0x61, 0xe2, 0x82]), false).encoding).toBe('utf-8');
    expect(guessEncoding(Uint8Array.from([0x61, 0xe2, 0x82]), true).encoding).toBe('windows-1252');
  });
});

describe('the list of formats', () => {
  it('has unique names, and a reader or a writer for each format', () => {
    expect(new Set(FORMATS.map(({ name }) => name)).size).toBe(FORMATS.length);
    expect(FORMATS.filter((format) => !('read' in format) && !('write' in format))).toEqual([]);
    expect(findFormat('gift')?.title).toBe('Moodle GIFT');
    expect(findFormat('toString')).toBeUndefined();
  });
});
