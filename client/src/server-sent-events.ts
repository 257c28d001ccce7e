import { lines } from './lines.ts';

interface Block {
  id?: string;
  data?: string;
  retry?: number;
}

/** Yields the blocks of a stream of server-sent events, including those that are not events but report the position. */
export async function* blocks(response: Response): AsyncGenerator<Block, void, undefined> {
  let block: Block = {};
  for await (const line of lines(response)) {
    const { name, value = '' } = /^(?<name>[^:\r]*)(?:: ?(?<value>.*?))?\r?$/u.exec(line)?.groups ?? {};
    if (line === '' || line === '\r') {
      yield block;
      block = {};
    } else if (name === 'data') block.data = block.data === undefined ? value : `${block.data}\n${value}`;
    else if (name === 'id') block.id = value;
    else if (name === 'retry' && /^\d+$/u.test(value)) block.retry = Number(value);
  }
}
