// Goal: what changes is told to those who may hear of it, in whichever order transactions end and after every return, and to nobody else.
// Method: both stores behind a listener of Fastify whose callers name themselves; the memory of changes against a model of transactions.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganizationId } from '@pestle/rules/ids';
import { followStream } from '@pestle/testbed/api/live-stream';
import { eventually } from '@pestle/testbed/patience';
import { addOrganizations, OTHER_ORGANIZATION, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import * as fc from 'fast-check';
import Fastify from 'fastify';
import { Failure } from '../kernel/errors.ts';
import { systemPorts } from '../kernel/ports.ts';
import { sendProblem } from '../kernel/web/problem.ts';
import { createEvents } from './events.ts';
import { noteChange } from './inside.ts';
import { LIVE_LIMITS } from './limits.ts';
import { type KnownChange, Recent } from './recent.ts';
import { isVisible, readSnapshot, type Snapshot } from './snapshot.ts';

for (const kind of BOTH_STORES)
  describe(`live on the ${kind.name}`, { skip: kind.skip }, () => {
    let opened: OpenedStore;
    let url: string;
    let node: ReturnType<typeof listening>;
    const ended = new Set<string>();

    const listening = async () => {
      const events = createEvents({
        store: opened.store,
        ports: systemPorts,
        onError: (error) => assert.fail(error as Error),
      });
      const app = Fastify({ forceCloseConnections: true });
      app.setErrorHandler((error, _request, reply) =>
        error instanceof Failure ? sendProblem(reply, error) : reply.send(error),
      );
      await app.register(
        events.routes({
          prove: async ({ headers }) => ({
            orgId: (headers['x-org'] as OrganizationId | undefined) ?? TEST_ORGANIZATION,
            id: (headers['x-person'] as string | undefined) ?? `usr_${Math.random()}`,
            kinds: new Set(
              headers['x-kinds'] === 'draft' ? ['draft'] : ['order', 'desk', 'draft', 'patient'],
            ),
            endsAtMs: headers['x-ends'] === undefined ? Number.POSITIVE_INFINITY : Number(headers['x-ends']),
            standing: (headers['x-grant'] as string | undefined) ?? null,
          }),
        }),
      );
      app.get('/p/live', async (request, reply) => {
        await events.patients.follow(request, reply, {
          orgId: TEST_ORGANIZATION,
          orderId: 'ord_1',
          linkId: 'plk_1',
        });
        return reply;
      });
      const address = await app.listen({ port: 0, host: '127.0.0.1' });
      return { events, app, address };
    };

    before(async () => {
      opened = await kind.open();
      await addOrganizations(opened.store);
      node = listening();
      url = `${(await node).address}/v1/live`;
    });
    after(async () => {
      await (await node).app.close();
      await (await node).events.close();
      await opened.close();
    });

    const note = (id: string, orgId: OrganizationId = TEST_ORGANIZATION, extra: object = {}): Promise<void> =>
      opened.store.withOrg(orgId, (tx) => noteChange(tx, orgId, { kind: 'desk', id, ...extra }));

    test('both bounds of the guide hold with room: a change within a second, who may not follow any more within thirty', () => {
      assert.ok(3 * LIVE_LIMITS.lookIntervalMs <= 1_000);
      assert.ok(3 * LIVE_LIMITS.standingIntervalMs <= 30_000);
    });

    test('a change is told to its organization and to no other', async () => {
      const [own, others] = [
        await followStream(url),
        await followStream(url, { 'x-org': OTHER_ORGANIZATION }),
      ];
      await Promise.all([own.greeted(), others.greeted()]);
      for (const time of [1, 2, 3]) {
        const [here, there] = [`d${time}`, `e${time}`];
        await note(here);
        await note(there, OTHER_ORGANIZATION);
        await own.until(() => own.ids().includes(here), 'not told');
        await others.until(() => others.ids().includes(there), 'not told');
      }
      assert.deepEqual(
        [own.ids(), others.ids()],
        [
          ['d1', 'd2', 'd3'],
          ['e1', 'e2', 'e3'],
        ],
      );
      await Promise.all([own.leave(), others.leave()]);
    });

    test('kinds that the token may not read are not told', async () => {
      const drafts = await followStream(url, { 'x-kinds': 'draft' });
      await drafts.greeted();
      await note('d3');
      await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        noteChange(tx, TEST_ORGANIZATION, { kind: 'draft', id: 'drf_1', patientId: 'pat_1' }),
      );
      await drafts.until(() => drafts.ids().length > 0, 'not told');
      assert.deepEqual(
        drafts.told.filter(({ event }) => event === 'change').map(({ data }) => data),
        [[{ kind: 'draft', id: 'drf_1', patientId: 'pat_1' }]],
      );
      await drafts.leave();
    });

    test('a transaction that ends late is told when it has ended, and what ended before it at once', {
      skip: kind.name !== 'PostgreSQL' && 'one transaction at a time',
    }, async () => {
      const own = await followStream(url);
      await own.greeted();
      const gate = Promise.withResolvers<undefined>();
      const began = Promise.withResolvers<undefined>();
      const late = opened.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        await noteChange(tx, TEST_ORGANIZATION, { kind: 'desk', id: 'late' });
        began.resolve(undefined);
        await gate.promise;
      });
      await began.promise;
      await note('early');
      await own.until(() => own.ids().includes('early'), 'waits for a transaction of somebody else');
      await sleep(3 * LIVE_LIMITS.lookIntervalMs);
      assert.ok(!own.ids().includes('late'));
      gate.resolve(undefined);
      await late;
      await own.until(() => own.ids().includes('late'), 'lost');
      assert.deepEqual(own.ids(), ['early', 'late']);
      await own.leave();
    });

    test('whoever comes back with the id of the last event is told what was missed, on another node too', async () => {
      const first = await followStream(url);
      const [hello] = await first.greeted();
      await first.leave();
      const other = await listening();
      const warm = await followStream(`${other.address}/v1/live`);
      await warm.greeted();
      await note('missed');
      for (const address of [url, `${other.address}/v1/live`]) {
        const back = await followStream(address, { 'last-event-id': hello?.id ?? '' });
        const told = await back.until((all) => all.length > 0, 'no greeting');
        // A node that began to look later does not know, and says so.
        if (JSON.stringify(told[0]?.data) === '{"resumed":true}')
          await back.until(() => back.ids().includes('missed'), 'not told');
        else assert.notEqual(address, url, 'the same node knows');
        await back.leave();
      }
      const next = (await warm.until(() => warm.ids().includes('missed'), 'not told')).at(-1)?.id ?? '';
      await note('later');
      const moved = await followStream(url, { 'last-event-id': next });
      await moved.until(() => moved.ids().includes('later'), 'the id of one node is good on another');
      assert.ok(!moved.ids().includes('missed'), 'told twice');
      await Promise.all([warm.leave(), moved.leave()]);
      await other.app.close();
      await other.events.close();
    });

    test('an id of another organization, of nobody, or too long tells nothing of others', async () => {
      const others = await followStream(url, { 'x-org': OTHER_ORGANIZATION });
      const [hello] = await others.greeted();
      await note('secret', OTHER_ORGANIZATION);
      await others.until(() => others.ids().includes('secret'), 'not told');
      for (const id of [hello?.id ?? '', '3:3:', '1:999999999999999:', 'x'.repeat(5_000), "1:2:3,';--"]) {
        const own = await followStream(url, { 'last-event-id': id });
        await own.greeted();
        await sleep(2 * LIVE_LIMITS.lookIntervalMs);
        assert.deepEqual(own.ids(), []);
        await own.leave();
      }
      await others.leave();
    });

    test('one person has so many streams; one more is refused, until one is closed', async () => {
      const streams = [];
      for (let count = 0; count < LIVE_LIMITS.streamsPerPersonMax; count += 1)
        streams.push(await followStream(url, { 'x-person': 'usr_busy' }));
      const refused = await fetch(url, { headers: { 'x-person': 'usr_busy' } });
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '60']);
      const [one] = streams;
      await one?.leave();
      // The service hears of it a moment later.
      const again = await eventually(async () => {
        const stream = await followStream(url, { 'x-person': 'usr_busy' });
        if (stream.status === 200) return stream;
        await stream.leave();
        return undefined;
      }, 'the place of a stream that was closed stays taken');
      await Promise.all([again, ...streams].map((stream) => stream.leave()));
    });

    test('a patient hears that their one order changed, and nothing else', async () => {
      const { address } = await node;
      const patient = await followStream(`${address}/p/live`);
      await patient.greeted();
      await note('x', TEST_ORGANIZATION, { orderId: 'ord_2' });
      await opened.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        await noteChange(tx, TEST_ORGANIZATION, { kind: 'order', id: 'ord_2', orderId: 'ord_2' });
      });
      await sleep(3 * LIVE_LIMITS.lookIntervalMs);
      assert.deepEqual(
        patient.told.filter(({ event }) => event === 'change'),
        [],
      );
      await opened.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        await noteChange(tx, TEST_ORGANIZATION, { kind: 'order', id: 'ord_1', orderId: 'ord_1' });
      });
      await patient.until((all) => all.some(({ event }) => event === 'change'), 'not told');
      assert.deepEqual(patient.told.at(-1)?.data, {});
      await patient.leave();
    });

    test('a stream ends when its token or its session has', async () => {
      const { events } = await node;
      const [expired, out, stays] = [
        await followStream(url, { 'x-ends': String(Date.now() - 1) }),
        await followStream(url, { 'x-grant': 'out' }),
        await followStream(url, { 'x-grant': 'stays' }),
      ];
      await Promise.all([expired.greeted(), out.greeted(), stays.greeted()]);
      ended.add('out');
      await events.judge(async (all) => new Set(all.filter((one) => !ended.has(one))));
      const reason = async (stream: typeof out): Promise<unknown> =>
        (await stream.until((all) => all.some(({ event }) => event === 'end'), 'goes on')).at(-1)?.data;
      assert.deepEqual(
        [await reason(expired), await reason(out)],
        [{ reason: 'expired' }, { reason: 'signed-out' }],
      );
      await note('after');
      await stays.until(() => stays.ids().includes('after'), 'not told');
      assert.ok(!out.ids().includes('after') && out.isOver());
      await stays.leave();
    });

    test('a reader that does not read is let go, and keeps no memory', async () => {
      const { events, address } = await node;
      while (events.streams() > 0) await sleep(10);
      const { hostname, port } = new URL(address);
      const socket = createConnection(Number(port), hostname);
      socket.pause();
      socket.write(`GET /v1/live HTTP/1.1\r\nhost: ${hostname}\r\nx-person: usr_slow\r\n\r\n`);
      const closed = once(socket, 'close');
      socket.on('error', () => undefined);
      while (events.streams() !== 1) await sleep(10);
      // What the kernel and the service hold for it is full long before.
      for (let round = 0; events.streams() > 0; round += 1) {
        assert.ok(round < 200, 'it is held for ever');
        await opened.store.withOrg(TEST_ORGANIZATION, async (tx) => {
          for (let index = 0; index < LIVE_LIMITS.changesPerEventMax; index += 1)
            await noteChange(tx, TEST_ORGANIZATION, {
              kind: 'desk',
              id: `${round}-${index}-${'x'.repeat(20_000)}`,
            });
        });
      }
      socket.resume();
      await closed;
      // Nobody else is to read these.
      await sleep(3 * LIVE_LIMITS.lookIntervalMs);
    });

    test('a great many changes at once are told as one: look anew', async () => {
      const own = await followStream(url);
      await own.greeted();
      await opened.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        for (let index = 0; index <= LIVE_LIMITS.changesPerEventMax; index += 1)
          await noteChange(tx, TEST_ORGANIZATION, { kind: 'desk', id: `many-${index}` });
      });
      await own.until((all) => all.some(({ event }) => event === 'anew'), 'not told');
      assert.deepEqual(own.ids(), []);
      await own.leave();
    });

    test('changes are forgotten after a while', async () => {
      const { events } = await node;
      await opened.asOwner(async (owner) => {
        await owner
          .withTables<{ change: { at: string } }>()
          .updateTable('change')
          .set({ at: '2020-01-01T00:00:00Z' })
          .execute();
      });
      await note('kept');
      await events.prune();
      const left = await opened.asOwner((owner) =>
        owner
          .withTables<{ change: { subject_id: string } }>()
          .selectFrom('change')
          .select('subject_id')
          .execute(),
      );
      assert.deepEqual(left, [{ subject_id: 'kept' }]);
    });

    test('a node that stops says so, and its streams end', async () => {
      const other = await listening();
      const own = await followStream(`${other.address}/v1/live`);
      await own.greeted();
      await other.app.close();
      await own.until((all) => all.some(({ event }) => event === 'end'), 'goes on');
      await other.events.close();
    });
  });

const byNumber = (one: number, other: number): number => one - other;

test('in whatever order transactions begin and end, each is told once to whoever stays, and at least once to whoever comes back', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 5 }), { maxLength: 80 }), (acts) => {
      const orgId = TEST_ORGANIZATION;
      let next = 100;
      let running: number[] = [];
      const done = new Set<number>();
      const snapshot = (): Snapshot => {
        const xmin = Math.min(next, ...running);
        return { text: '', xmin, xmax: next, running: new Set(running) };
      };
      const change = (at: number): KnownChange => ({
        orgId,
        kind: 'desk',
        id: String(at),
        orderId: null,
        patientId: null,
        at,
      });
      const recent = new Recent(8);
      let before = snapshot();
      recent.begin(before);
      const told: number[] = [];
      const left: { seen: Snapshot; done: ReadonlySet<number> }[] = [];
      const look = (): void => {
        const upto = snapshot();
        const seen = [...done].filter((at) => isVisible(upto, at) && !isVisible(before, at));
        told.push(...seen);
        recent.add(seen.map(change), upto);
        before = upto;
        left.push({ seen: upto, done: new Set(done) });
      };
      for (const act of acts) {
        if (act <= 1) {
          running.push(next);
          next += 1;
        } else if (act <= 3 && running.length > 0) {
          const [ending] = act === 2 ? running.slice(0, 1) : running.slice(-1);
          running = running.filter((one) => one !== ending);
          if (ending !== undefined) done.add(ending);
        } else look();
      }
      look();
      assert.deepEqual(told.toSorted(byNumber), [...done].toSorted(byNumber));
      for (const { seen, done: known } of left) {
        const missed = recent.since(orgId, seen, before);
        if (missed === undefined) continue;
        const expected = [...done].filter((at) => !known.has(at));
        assert.deepEqual(missed.map(({ at }) => at).toSorted(byNumber), expected.toSorted(byNumber));
      }
    }),
    { numRuns: 500 },
  );
});

test('snapshots are read as PostgreSQL writes them, and nothing else is', () => {
  const read = readSnapshot('10:20:12,15');
  assert.deepEqual([read?.xmin, read?.xmax, [...(read?.running ?? [])]], [10, 20, [12, 15]]);
  assert.deepEqual(
    [9, 12, 13, 19, 20].map((at) => read !== undefined && isVisible(read, at)),
    [true, false, true, true, false],
  );
  for (const text of ['', '1', '1:2', '2:1:', '1:2:x', '1:2:,', '-1:2:', '1:2:3:4', '1e3:1e4:'])
    assert.equal(readSnapshot(text), undefined, text);
});
