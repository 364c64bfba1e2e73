// Goal: a page hears what changed over one stream, comes back from where it was, looks anew where it must, and never waits for a stream that is not to be had.
// Method: streams that the test writes, and a document that it hides.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveOf } from './live.ts';
import type { LiveNews } from './news.ts';
import { followEvents } from './server-events.ts';

const page = Object.assign(new EventTarget(), { hidden: false });
const before = Object.getOwnPropertyDescriptor(globalThis, 'document');
Object.defineProperty(globalThis, 'document', { value: page, configurable: true });
after(() => {
  if (before === undefined) Reflect.deleteProperty(globalThis, 'document');
  else Object.defineProperty(globalThis, 'document', before);
});

/** A service whose streams the test writes. */
function service() {
  const asked: (string | undefined)[] = [];
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const open = (lastEventId: string | undefined, signal: AbortSignal): Promise<Response> => {
    asked.push(lastEventId);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        writer = controller;
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  };
  const write = (text: string): void => writer?.enqueue(new TextEncoder().encode(text));
  const until = async (holds: () => boolean): Promise<void> => {
    for (let tries = 0; !holds(); tries += 1) {
      assert.ok(tries < 5_000, 'it does not come');
      await sleep(10);
    }
  };
  return { asked, open, write, end: () => writer?.close(), until };
}

test('two who follow share one stream, which comes back from the last event, and says anew what it cannot resume', async () => {
  const { asked, open, write, end, until } = service();
  const heard: LiveNews[] = [];
  const live = liveOf('one', open);
  const stop = live.subscribe((news) => heard.push(news));
  const stopOther = liveOf('one', open).subscribe(() => undefined);
  await until(() => asked.length === 1);
  write('retry: 2000\nid: 5:5:\nevent: hello\ndata: {"resumed":false}\n\nid: 6:6:\nevent: cha');
  await until(() => live.state === 'live');
  assert.deepEqual(heard, ['state', 'anew']);
  write('nge\ndata: [{"kind":"order","id":"ord_1"}]\n\nevent: novel\ndata: {}\n\n');
  await until(() => heard.length === 3);
  assert.deepEqual(heard.at(-1), [{ kind: 'order', id: 'ord_1' }]);
  write('event: end\ndata: {"reason":"expired"}\n\n');
  end();
  await until(() => asked.length === 2);
  assert.deepEqual(asked, [undefined, '6:6:']);
  write('id: 7:7:\nevent: hello\ndata: {"resumed":true}\n\n');
  await until(() => live.state === 'live');
  assert.deepEqual(heard.slice(3), ['state', 'state'], 'nothing was missed, so that nothing is asked anew');
  stopOther();
  assert.equal(live.state, 'live');
  stop();
  assert.equal(live.state, 'off');
});

test('where no stream is to be had it is off, and is not asked for again at once', async () => {
  let asked = 0;
  const live = liveOf('none', () => {
    asked += 1;
    return Promise.resolve(new Response(null, { status: 404 }));
  });
  const stop = live.subscribe(() => undefined);
  for (let tries = 0; live.state !== 'off'; tries += 1) {
    assert.ok(tries < 5_000, 'it is not off');
    await sleep(10);
  }
  await sleep(100);
  assert.deepEqual([asked, live.state], [1, 'off']);
  stop();
});

function bodyOf(pieces: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
}

test('events that come in pieces are read whole; what is no stream of events is given up', async () => {
  const pieces = ['id: 1:1:\nevent: beat\nda', 'ta: {}', '\n\nevent: x\ndata: "é"\n', '\n'];
  const read: unknown[] = [];
  await followEvents(bodyOf(pieces), (event) => read.push(event));
  assert.deepEqual(read, [
    { id: '1:1:', event: 'beat', data: {} },
    { id: undefined, event: 'x', data: 'é' },
  ]);
  const endless = bodyOf(['x'.repeat(300_000)]);
  await assert.rejects(
    followEvents(endless, () => undefined),
    /no stream of events/,
  );
});
