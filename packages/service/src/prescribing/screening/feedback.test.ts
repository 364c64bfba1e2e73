// Goal: what came of a service's warnings is told until the service has taken it, over restarts and by one node each time, and never of what is not signed; for a
// bounded time. Method: a real HTTP peer that behaves as it is told, the real rooms on each store.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { eventually } from '@pestle/testbed/patience';
import {
  anId,
  freshKey,
  OTHER_ORGANIZATION,
  TEST_ORGANIZATION,
  useScreening,
} from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import { anotherPatient, LISINOPRIL, openPractice } from '@pestle/testbed/practice/practice';
import {
  type CdsBody as Body,
  CARD,
  type CdsCall as Call,
  json,
  type CdsPeer as Peer,
  startCdsPeer as startPeer,
} from '@pestle/testbed/screening/cds-peer';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { createExchange, type Exchange } from '../../kernel/outgoing/exchange.ts';
import { SCREENING_LIMITS } from '../../screening/inside.ts';
import { createScreening } from '../../screening/screening.ts';
import { keysOf } from '../../vault/vault.ts';
import { createPrescribing, type Prescribing, type ReviewedDraft } from '../prescribing.ts';
import { openSignable, sealSignable } from '../sealed-rows.ts';
import type { PrescribingTables } from '../tables.ts';

const ISSUER = 'https://pestle.example';
const feedbackOf = ({ calls }: Peer): Call[] => calls.filter(({ path }) => path.endsWith('/feedback'));

for (const { name, skip, open } of BOTH_STORES)
  describe(`what CDS Hooks services are told of their cards, on ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let practice: Practice;
    let peer: Peer;
    let exchange: Exchange;
    let prescribing: Prescribing;
    const untold: string[] = [];
    /** The rooms of a node. */
    const node = () => {
      const screening = createScreening({
        store: opened.store,
        services: { exchange, issuer: ISSUER, httpsOnly: false },
        onUntold: (orgId) => untold.push(orgId),
      });
      return { screening, prescribing: createPrescribing({ ...practice.deps, screening }) };
    };
    before(async () => {
      opened = await open();
      practice = await openPractice(opened.store);
      await useScreening(opened.store);
      // A drug without a code is not checked by anybody elsewhere.
      await opened.store.asKeeper((tx) =>
        sql`update treatment set rxcui = '314076' where id = ${LISINOPRIL}`.execute(tx),
      );
      peer = await startPeer();
      exchange = createExchange({ loopbackOnly: true });
      const { screening, ...made } = node();
      prescribing = made.prescribing;
      const service = { url: peer.url, timeoutMs: 20_000 };
      await screening.serviceAdministration?.set(TEST_ORGANIZATION, service, 'tests');
    });
    after(async () => {
      await exchange.close();
      await peer.close();
      await opened.close();
    });
    beforeEach(() => {
      peer.calls.length = 0;
      untold.length = 0;
    });

    const review = async (draftId: string): Promise<ReviewedDraft> => {
      const [one] = (await prescribing.reviewDrafts(practice.prescriber, { draftIds: [draftId] })).drafts;
      assert.ok(one !== undefined);
      return one;
    };
    const draft = async () =>
      await prescribing.createDraft(
        practice.prescriber,
        {
          patientId: await anotherPatient(practice),
          treatmentId: LISINOPRIL,
          dispenseQuantity: 30,
          dispenseUnit: 'Tablet',
          daysSupply: 30,
          instructions: 'Take one tablet by mouth once daily.',
        },
        freshKey('createDraft'),
      );
    /** A draft with a card that somebody went on against; signed unless told otherwise. */
    const overridden = async (signs = true): Promise<void> => {
      const { id } = await draft();
      const rule = (await review(id)).screening.findings[0]?.rule ?? '';
      const answer = { rule, reason: 'WILL_MONITOR', text: null } as const;
      await prescribing.updateDraft(
        practice.prescriber,
        { id, revision: 1, screeningAnswers: [answer] },
        freshKey('updateDraft'),
      );
      const { contentHash } = await review(id);
      assert.ok(contentHash !== null);
      if (!signs) return;
      await prescribing.createPrescriptions(
        practice.prescriber,
        { drafts: [{ draftId: id, contentHash }] },
        freshKey('createPrescriptions'),
      );
    };
    const waiting = async () => {
      const { rows } = await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{
          tries: number;
          row: string;
        }>`select tries, screening_feedback::text as row from screening_feedback`.execute(tx),
      );
      return rows;
    };
    const soon = (sooner = '1 day') =>
      opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`update screening_feedback set next_at = next_at - ${sooner}::interval, created_at = created_at - ${sooner}::interval`.execute(
          tx,
        ),
      );
    const settled = (count: number) =>
      eventually(
        async () => ((await waiting()).length === count ? true : undefined),
        () => 'what is to be told did not settle',
      );

    /** Each that waits was tried so often, and its try is kept. */
    const settledTries = (tries: readonly number[]) =>
      eventually(
        async () => {
          const { rows } = await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
            sql<{
              tries: number;
            }>`select tries from screening_feedback where next_at < now() + interval '10 seconds'`.execute(
              tx,
            ),
          );
          return rows.map((row) => row.tries).join() === tries.join() ? true : undefined;
        },
        () => 'the tries were not kept',
      );
    /** The other organization has the same service, and signed what the first one did last. */
    const alsoElsewhere = async (): Promise<void> => {
      const signed = await opened.store.withOrg(TEST_ORGANIZATION, async (tx) => {
        const [row] = await tx
          .withTables<PrescribingTables>()
          .selectFrom('signable')
          .selectAll()
          .where('signed_at', 'is not', null)
          .orderBy('signed_at', 'desc')
          .limit(1)
          .execute();
        assert.ok(row !== undefined);
        return { row, content: openSignable(keysOf(tx), row.id, row.sealed) };
      });
      const { screening } = node();
      await screening.serviceAdministration?.set(
        OTHER_ORGANIZATION,
        { url: peer.url, timeoutMs: 20_000 },
        'tests',
      );
      const id = anId('sgn');
      await opened.store.withOrg(OTHER_ORGANIZATION, async (tx) => {
        const sealed = sealSignable(keysOf(tx), id, signed.content);
        const tables = tx.withTables<PrescribingTables>();
        await tables
          .insertInto('signable')
          .values({ ...signed.row, org_id: OTHER_ORGANIZATION, id, sealed })
          .execute();
        await sql`insert into screening_feedback (org_id, subject_id, service_id, next_at)
          values (${OTHER_ORGANIZATION}, ${id}, 'drug-check', now() - interval '2 days')`.execute(tx);
      });
    };

    it('what it does not take of what came of its cards is told again after a restart, once, and the signature never waits for it', async () => {
      let takes = false;
      peer.answer = ({ path }, response) => {
        if (!path.endsWith('/feedback')) json(response, 200, { cards: [CARD] });
        else json(response, takes ? 200 : 503, {});
      };
      await overridden();
      await eventually(() => (feedbackOf(peer).length === 1 ? true : undefined), 'it was not told');
      await eventually(
        async () => ((await waiting())[0]?.tries === 1 ? true : undefined),
        () => 'the try was not kept',
      );
      assert.doesNotMatch((await waiting())[0]?.row ?? '', /Ann|monitor|Hyperkalemia/i);
      takes = true;
      const restarted = node().prescribing;
      await soon();
      await Promise.all([restarted.tellScreeningServices(), prescribing.tellScreeningServices()]);
      await settled(0);
      assert.equal(feedbackOf(peer).length, 2);
      const [feedback] = (feedbackOf(peer)[1]?.body['feedback'] ?? []) as readonly Body[];
      assert.deepEqual(feedback?.['overrideReason'], { userComment: 'Will be monitored' });
    });

    it('what was reviewed and is not signed is never told; what is refused is not told again', async () => {
      peer.answer = ({ path }, response) =>
        json(response, path.endsWith('/feedback') ? 404 : 200, { cards: [CARD] });
      await overridden(false);
      assert.equal((await waiting()).length, 1);
      await soon('2 minutes');
      await prescribing.tellScreeningServices();
      assert.deepEqual([(await waiting()).length, feedbackOf(peer).length], [1, 0], 'it may be signed yet');
      await soon();
      await prescribing.tellScreeningServices();
      assert.deepEqual([(await waiting()).length, feedbackOf(peer).length], [0, 0]);
      await overridden();
      await settled(0);
      assert.equal(feedbackOf(peer).length, 1);
    });

    it('who answers nothing for days is given up', async () => {
      peer.answer = ({ path }, response) =>
        json(response, path.endsWith('/feedback') ? 500 : 200, { cards: [CARD] });
      await overridden();
      await eventually(() => (feedbackOf(peer).length === 1 ? true : undefined), 'it was not told');
      const tries = SCREENING_LIMITS.feedbackAgainMs.length + 1;
      for (let round = 1; round <= tries; round += 1) {
        await soon('2 days');
        await prescribing.tellScreeningServices();
      }
      assert.deepEqual(
        [(await waiting()).length, feedbackOf(peer).length, untold],
        [0, tries, [TEST_ORGANIZATION]],
      );
    });

    it('an organization whose service answers nothing delays no other, nor one record another', async () => {
      peer.answer = ({ path }, response) =>
        json(response, path.endsWith('/feedback') ? 503 : 200, { cards: [CARD] });
      await overridden();
      await overridden();
      await settledTries([1, 1]);
      await alsoElsewhere();
      await soon();
      // Nobody is answered before all three have asked.
      const held: ServerResponse[] = [];
      peer.answer = (_call, response) => {
        held.push(response);
        if (held.length === 3) for (const one of held) json(one, 200, {});
      };
      await prescribing.tellScreeningServices();
      assert.equal(held.length, 3);
      const { rows } = await opened.store.asCourier((tx) =>
        sql`select org_id from screening_feedback`.execute(tx),
      );
      assert.deepEqual([rows, untold], [[], []], 'each was answered, none waits for the next round');
    });

    it('of a service that takes nothing a few are tried in a round, and for the others it is no try', async () => {
      peer.answer = ({ path }, response) =>
        json(response, path.endsWith('/feedback') ? 503 : 200, { cards: [CARD] });
      const count = 2 * SCREENING_LIMITS.feedbackRowsAtOnce;
      for (let number = 0; number < count; number += 1) await overridden();
      await settledTries(Array.from({ length: count }, () => 1));
      peer.calls.length = 0;
      await soon();
      await prescribing.tellScreeningServices();
      assert.equal(feedbackOf(peer).length, SCREENING_LIMITS.feedbackRowsAtOnce);
      const tries = (await waiting()).map((row) => row.tries).toSorted((one, other) => one - other);
      assert.deepEqual(tries, [1, 1, 1, 1, 2, 2, 2, 2]);
      peer.answer = (_call, response) => json(response, 200, {});
      await soon();
      await prescribing.tellScreeningServices();
      await settled(0);
    });
  });
