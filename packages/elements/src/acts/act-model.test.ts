// Tests which acts stand where, and which pharmacy is proposed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINE_ACTS, ORDER_ACTS, type OrderAct } from '@pestle/rules/order-acts';
import { followedFill } from '../../test/support/followed-fill.ts';
import { listed, type PharmacyRecord } from '../pharmacy/pharmacy-model.ts';
import { type ActSubject, actsFor, nextAct, situationOf, whyNotNext } from './act-model.ts';
import type { Offer, Offers } from './offers-board.ts';
import { proposalsOf } from './proposal.ts';

const said = { en: 'In English.', es: 'En español.' };
const offer = (act: OrderAct, code: string | null = null): Offer => ({
  act,
  allowed: code === null,
  refusal: code === null ? null : { code, text: said },
  effect: said,
});
const offers = (code: string | null = null): Offers => ({
  order: ORDER_ACTS.map((act) => offer(act, code)),
  lines: new Map([['fil_1', LINE_ACTS.map((act) => offer(act, code))]]),
});
const subject = (over: Partial<ActSubject> = {}): ActSubject => ({
  place: 'rx_1',
  orderId: 'ord_1',
  fill: followedFill(),
  line: 'metFORMIN 500 mg',
  prescriptionId: 'rx_1',
  lines: 1,
  offers: offers(),
  ...over,
});

test('A2: who is offered nothing sees no button, what is refused has none, and neither has what we know no words for', () => {
  assert.deepEqual(actsFor(subject({ offers: undefined })), []);
  assert.deepEqual(actsFor(subject({ offers: { order: [], lines: new Map() } })), []);
  assert.deepEqual(actsFor(subject({ offers: offers('ALREADY_SHIPPED') })), []);
  const order = [{ ...offer('RESEND'), act: 'SOMETHING_NEW' as never }];
  assert.deepEqual(actsFor(subject({ offers: { order, lines: new Map() } })), []);
});

test('a medicine has the acts of its order and its own, in the order of the service; an order only those of the whole', () => {
  assert.deepEqual(
    actsFor(subject()),
    ORDER_ACTS.filter((act) => act !== 'CANCEL' && act !== 'PHONED_IN'),
  );
  assert.deepEqual(actsFor(subject({ fill: null, lines: 2 })), [
    'OTHER_PHARMACY',
    'CHOOSE_PHARMACY',
    'REMIND_PATIENT',
    'ASK_NO_MORE_REFILLS',
    'CALL_IN_SHEET',
    'HANDLED',
    'CANCEL',
    'ASK_FOR_CANCEL',
  ]);
  const line = actsFor(subject({ lines: 2, lineOnly: true }));
  assert.deepEqual(
    line,
    LINE_ACTS.filter((act) => line.includes(act)),
  );
  assert.equal(new Set<string>(line).has('OTHER_PHARMACY'), false);
  assert.ok(line.includes('RESEND'));
});

test('what is judged of one medicine counts for it, whatever is true of the others', () => {
  const { order } = offers();
  const lines = new Map([['fil_1', LINE_ACTS.map((act) => offer(act, 'ALREADY_SHIPPED'))]]);
  const acts = actsFor(subject({ lines: 2, offers: { order, lines } }));
  for (const act of LINE_ACTS) assert.ok(!acts.includes(act), act);
  assert.ok(acts.includes('OTHER_PHARMACY'));
});

test('where what would be next cannot be done it is said why; not to those whose act it is not', () => {
  const stuck = (code: string | null) =>
    whyNotNext(subject({ fill: followedFill({ situation: 'STUCK' }), offers: offers(code) }));
  assert.equal(stuck('PRESCRIPTION_TOO_OLD')?.text.es, 'En español.');
  assert.equal(stuck('PRESCRIBERS_CHOOSE')?.code, 'PRESCRIBERS_CHOOSE');
  assert.equal(stuck('NOT_YOURS'), undefined);
  assert.equal(stuck(null), undefined);
  assert.equal(whyNotNext(subject({ offers: offers('ALREADY_SHIPPED') })), undefined, 'nobody waits');
});

test('what a person must do next stands out, and nothing where nobody waits', () => {
  const next = (situation: string) => {
    const one = subject({ fill: followedFill({ situation: situation as never }) });
    return nextAct(situationOf(one), actsFor(one));
  };
  assert.equal(next('STUCK'), 'OTHER_PHARMACY');
  assert.equal(next('PROBLEM'), 'OTHER_PHARMACY');
  assert.equal(next('CHOOSE'), 'CHOOSE_PHARMACY');
  assert.equal(next('CANCEL_ASKED'), 'CANCEL_ONE');
  assert.equal(next('UNCONFIRMED'), 'RESEND');
  assert.equal(next('QUESTION'), 'ANSWER_QUESTION');
  assert.equal(next('SENT'), undefined);
});

test('the pharmacies that are proposed: first the patient’s own where it is electronic, else the nearest that is; then what is known, what is near; never one that cannot take it', () => {
  const pharmacy = (id: string, over: Partial<PharmacyRecord> = {}): PharmacyRecord => ({
    id,
    name: id,
    kind: 'LOCAL_PICKUP',
    active: true,
    electronic: true,
    servesPublic: true,
    phone: null,
    timeZone: null,
    openingHours: null,
    address: { street1: '1', street2: null, city: 'Boston', state: 'MA', postalCode: '02108' },
    ...over,
  });
  const own = listed(pharmacy('own'), 9, { preferred: true, previous: true });
  const near = listed(pharmacy('near'), 2);
  const nearest = listed(pharmacy('fax', { electronic: false }), 1);
  const closed = listed(pharmacy('closed', { active: false }), 0.1);
  assert.deepEqual(proposalsOf([nearest, near, own, closed]), [own, nearest, near]);
  assert.deepEqual(proposalsOf([nearest, near, closed]), [near, nearest]);
  assert.deepEqual(proposalsOf([nearest, closed]), [nearest]);
  assert.deepEqual(proposalsOf([closed]), []);
  const used = listed(pharmacy('used', { electronic: false }), 20, { preferred: false, previous: true });
  const further = [3, 4, 5].map((km) => listed(pharmacy(`further ${km}`), km));
  assert.deepEqual(proposalsOf([...further, used, near]), [near, used, further[0], further[1]]);
});
