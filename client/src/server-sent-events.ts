import { lines } from './lines.ts';

export interface Block {
  id?: string;
  data?: string;
  retry?: number;
}

/** The blocks of a stream of server-sent events as they arrive, also those that are no event: they say how far it is. */
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
