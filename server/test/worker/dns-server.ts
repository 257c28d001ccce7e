import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { atFileEnd } from '../file-end.ts';

const HEADER_BYTES = 12;
/** Type and class, after the name. */
const QUESTION_TAIL_BYTES = 4;
const [TYPE_A, CLASS_IN] = [1, 1];

export interface DnsServer {
  /** Its address in the format of a resolver. */
  address: string;
  /** Names that were requested with type A, in order. */
  asked: string[];
  /** The IPv4 addresses of any name; there are no IPv6 addresses. */
  answer: (name: string) => string[];
}

/** A DNS server on UDP, whose answers must not be cached: their time to live is 0. It ends with the file. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server: DnsServer = { address: '', asked: [], answer: () => [] };
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = readQuestion(query);
    const found = type === TYPE_A ? server.answer(name) : [];
    if (type === TYPE_A) server.asked.push(name);
    socket.send(reply(query.subarray(0, end), found), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  atFileEnd(async () => {
    socket.close();
    await once(socket, 'close');
  });
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 1 + QUESTION_TAIL_BYTES };
}

/** RFC 1035, 4.1: the question again, then an answer for each address. */
function reply(question: Buffer, addresses: readonly string[]): Buffer {
  const header = Buffer.from(question);
  header.writeUInt16BE(0x8180, 2); // a response, recursion available, no error
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8); // no authority or additional records
  const answers = addresses.map((address) => {
    const answer = Buffer.alloc(16);
    answer.writeUInt16BE(0xc0_0c, 0); // the name of the question
    answer.writeUInt16BE(TYPE_A, 2);
    answer.writeUInt16BE(CLASS_IN, 4);
    answer.writeUInt32BE(0, 6);
    answer.writeUInt16BE(4, 10);
    answer.set(address.split('.').map(Number), 12);
    return answer;
  });
  return Buffer.concat([header, ...answers]);
}
