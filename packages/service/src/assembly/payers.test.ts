// Goal: a payer that the configuration names is asked over HTTP for its own cards, and what it says passes the room's own reading.
// Method: the payer of the sandbox on loopback, through the composition and the room's asker.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PAYER_KEY } from '@pestle/sandbox/credentials';
import { startPeers } from '@pestle/sandbox/peers';
import { benefitsOfPatients } from '@pestle/sandbox/seed';
import { drugOf, questionOf } from '@pestle/testbed/coverage/payer-question';
import { type AskedNews, createAsker } from '../coverage/asking.ts';
import { systemPorts } from '../kernel/ports.ts';
import { createPayers } from './payers.ts';

const peers = await startPeers({ pace: { slowPayerMs: 20 } });
const named = { name: 'Sandbox Real-Time', bins: ['999998'], url: peers.payerUrl };
const { payers, close } = createPayers(
  {
    payers: [{ ...named, auth: { kind: 'bearer', token: PAYER_KEY } }],
    baseUrl: 'https://rx.example.com',
    deliveries: 'loopback',
  },
  systemPorts.clock,
);
after(() => Promise.all([close(), peers.close()]));
const heard: AskedNews[] = [];
const ask = createAsker({
  ports: systemPorts,
  payers,
  onAsked: (news) => heard.push(news),
  answerTimeMs: 5_000,
});

/** As the seed has the cards of a patient. */
async function askFor(patientId: string): Promise<Awaited<ReturnType<typeof ask>>> {
  const {
    id: _id,
    benefit,
    ...question
  } = questionOf(
    '',
    ['314076', '606730', '2200656', '313161', '859749'].map((rxcui) => drugOf(rxcui)),
  );
  const benefits = (benefitsOfPatients[patientId] ?? []).map((card) => ({ ...benefit, ...card }));
  return await ask({ ...question, benefits });
}

test('the sandbox’s patients: an ordinary payer, a slow one, one that is away, and a card that is nobody’s', async () => {
  for (const patient of ['pat_01VC1A0HERRERA000000000000', 'pat_0AMARA00H10000000000000000']) {
    const answer = await askFor(patient);
    assert.equal(answer.state, 'CHECKED');
    assert.deepEqual(
      [...answer.drugs.values()].map(({ status }) => status),
      [
        'COVERED',
        'COVERED_WITH_RESTRICTIONS',
        'COVERED_WITH_RESTRICTIONS',
        'COVERED_WITH_RESTRICTIONS',
        'NOT_COVERED',
      ],
    );
    assert.equal(answer.source, 'Sandbox Real-Time');
  }
  const away = await askFor('pat_0WE10ZHANG0000000000000000');
  assert.deepEqual(away, { state: 'COULD_NOT_CHECK', because: 'NO_ANSWER', source: 'Sandbox Real-Time' });
  assert.equal((await askFor('pat_0JANE0TESTER00000000000000')).state, 'NO_DATA');
  assert.equal(heard.length, 3);
});
