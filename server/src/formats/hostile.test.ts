import { describe, expect, it } from 'vitest';
import { chunked } from './exchange.fixture.ts';
import { FormatError, type Reader } from './format.ts';
import { FORMATS } from './index.ts';

const READERS = FORMATS.filter((format): format is (typeof FORMATS)[number] & { read: Reader } => 'read' in format);
const MIB = 2 ** 20;

/** The result of reading: rows, or a clear error. Anything else fails the test. */
async function outcome(read: Reader, input: AsyncIterable<Uint8Array>): Promise<string> {
  try {
    let rows = 0;
    let longestPlace = 0;
    for await (const row of read(input)) {
      rows += 1;
      longestPlace = Math.max(longestPlace, (row.place.item ?? '').length + (row.place.sheet ?? '').length);
    }
    expect(longestPlace).toBeLessThan(500);
    return `${rows} rows`;
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    expect((error as Error).message.length).toBeLessThan(1000);
    return (error as FormatError).code;
  }
}

/** 1 GB of one byte, with the number of bytes taken from it. */
function gigabyte(byte: string) {
  const state = { sent: 0 };
  async function* bytes() {
    for (; state.sent < 1024 * MIB; state.sent += MIB) yield Buffer.alloc(MIB, byte);
  }
  return { state, bytes: bytes() };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

describe.each(READERS)('$name', ({ read, name }) => {
  it.each(['a', '"', '{', '<', '\\', '[', '='])('stops long before the end of a line of 1 GB of %s', async (byte) => {
    const { state, bytes } = gigabyte(byte);
    const result = await outcome(read, bytes);
    expect(result).toMatch(/^(?:too_long|too_large|invalid_\w+|wrong_format)$/u);
    expect(state.sent).toBeLessThanOrEqual(130 * MIB);
  });

  it('rejects an empty file, or reports that it has no questions', async () => {
    expect(await outcome(read, chunked(''))).toMatch(/^(?:empty_file|1 rows|0 rows)$/u);
  });

  it.each([
    ['random bytes', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919 + 13) % 256))],
    ['NUL bytes', Buffer.alloc(5000)],
    ['an empty zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
    ['half a character', Buffer.from([0xe2, 0x82])],
    ['only a byte order mark', Buffer.from([0xef, 0xbb, 0xbf])],
    ['a lone surrogate', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00])],
    ['a thousand blank lines', Buffer.from('\n'.repeat(1000))],
    ['brackets', Buffer.from('[{('.repeat(2000))],
    [
      'an external entity',
      Buffer.from('<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz><question>&x;</question></quiz>'),
    ],
    ['formulas', Buffer.from('question,answer\n"=HYPERLINK(""http://x"")",=cmd|x!A0\n')],
  ])('survives %s', async (_name, bytes) => {
    for (const size of [1, 100, 100_000])
      expect(await outcome(read, chunked(bytes, size))).toMatch(/^\d+ rows$|^[a-z_]+$/u);
  });

  it('lets other work run', { tags: ['heavy'] }, async () => {
    const text: Record<string, string> = {
      jsonl: '{"question_text":"a","correct_answer":"b"}\n',
      gift: 'a{=b ~c}\n\n',
      aiken: 'aa\nA) b\nB) c\nANSWER: A\n\n',
      anki: 'a\tb\n',
      opentdb: '',
    };
    const row = text[name] ?? 'a,b\n';
    const head =
      name === 'opentdb'
        ? '['
        : name === 'moodle-xml'
          ? '<quiz>'
          : name.startsWith('qti')
            ? '<questestinterop>'
            : 'question,answer\n';
    const body =
      name === 'opentdb'
        ? '{"question":"a","correct_answer":"b","incorrect_answers":[]},'
        : name === 'moodle-xml'
          ? '<question type="essay"><name><text>a</text></name></question>'
          : name.startsWith('qti')
            ? '<item ident="a"><presentation/></item>'
            : row;
    let longest = 0;
    let last = cpuMs();
    const timer = setInterval(() => {
      longest = Math.max(longest, cpuMs() - last);
      last = cpuMs();
    }, 1);
    await outcome(read, chunked(head + body.repeat(MIB / body.length), 10 * MIB));
    clearInterval(timer);
    longest = Math.max(longest, cpuMs() - last);
    // Allows for a slice of 10 ms, a piece, and an occasional garbage collection. Processor time is measured, because
    // other processes use the machine.
    expect(longest).toBeLessThan(100);
  });
});
