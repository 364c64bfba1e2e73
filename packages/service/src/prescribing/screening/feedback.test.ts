// Goal: what came of a service's warnings is told until the service has taken it, over restarts and by one node each time, and never of what is not signed; for a
// bounded time. Method: a real HTTP peer that behaves as it is told, the real rooms on each store.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { eventually } from '@pestle/testbed/patience';
import { freshKey, TEST_ORGANIZATION, useScreening } from '@pestle/testbed/practice/people';
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
import { createPrescribing, type Prescribing, type ReviewedDraft } from '../prescribing.ts';

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
      const service = { url: peer.url, timeoutMs: 700 };
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
  });
