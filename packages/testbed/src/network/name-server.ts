// A name server on this machine that answers at once or slowly, says nothing, or fails, by the name that it is asked for.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export type NameBehaviour = 'at-once' | 'slowly' | 'never' | 'fails';

export interface NameServer {
  /** The text of a `resolv.conf` that asks it. */
  readonly resolvConf: string;
  /** Questions that were asked. */
  readonly asked: () => number;
  close(): Promise<void>;
}

/** Nobody else's on this machine; systems ask at this port alone, which needs their administrator's rights. */
const ADDRESS = '127.0.53.8';
const PORT = 53;
const SLOW_MS = 600;

const HEADER_BYTES = 12;
const TYPE_A = 1;
const IS_ANSWER = 0x8180;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;
/** The address 127.0.0.1, for the name at the beginning of the question, for a second. */
const HERE = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1]);

/** Every name that it knows is at 127.0.0.1. */
export async function openNameServer(names: Readonly<Record<string, NameBehaviour>>): Promise<NameServer> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (message, { address, port }) => {
    const { name, type, end } = questionOf(message);
    asked += 1;
    const behaviour = names[name.toLowerCase()];
    if (behaviour === 'never') return;
    const isFound = type === TYPE_A && behaviour !== undefined && behaviour !== 'fails';
    const code = behaviour === undefined ? NO_SUCH_NAME : behaviour === 'fails' ? SERVER_FAILURE : 0;
    const head = Buffer.alloc(HEADER_BYTES);
    message.copy(head, 0, 0, 2);
    head.writeUInt16BE(IS_ANSWER | code, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(isFound ? 1 : 0, 6);
    const answer = Buffer.concat([head, message.subarray(HEADER_BYTES, end), ...(isFound ? [HERE] : [])]);
    // Whoever asked may have gone meanwhile.
    const send = (): void => socket.send(answer, port, address, () => undefined);
    if (behaviour === 'slowly') setTimeout(send, SLOW_MS).unref();
    else send();
  });
  socket.bind(PORT, ADDRESS);
  await once(socket, 'listening');
  return {
    resolvConf: `nameserver ${ADDRESS}\n`,
    asked: () => asked,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** The first question of a message, and where it ends. */
function questionOf(message: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}
