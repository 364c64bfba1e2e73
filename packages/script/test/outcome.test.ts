// D4: what every answer means, row by row of the table, in XML and JSON.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRx } from '@pestle/testbed/messages/script-messages';
import fc from 'fast-check';
import { DESCRIPTION_CODES, ERROR_CODES, STATUS_CODES } from '../src/codes/meanings.ts';
import { type HttpAnswer, outcomeOf, outcomeOfMessage, read } from '../src/index.ts';
import { classOf, error, header, status, wire } from './answers.ts';

for (const code of ['000', '001', '003', '005', '010']) {
  test(`D4: 2xx with Status ${code} is delivered`, () => {
    assert.equal(classOf(200, status(code)), 'ACCEPTED');
    assert.equal(classOf(202, wire({ type: 'Status', header, code }, 'json')), 'ACCEPTED');
  });
}

test('D4: a JSON Status whose code lost its zeros is still delivered', () => {
  for (const body of [
    '{"Message":{"Body":{"Status":{"Code":0}}}}',
    '{"Message":{"Body":{"Status":{"Code":10}}}}',
    '{"Message":{"Body":{"Status":{"Code":"010"}}}}',
  ]) {
    assert.equal(classOf(200, body), 'ACCEPTED');
  }
});

test('D4: 2xx with Status 002 is a protocol error: permanent, and a person should look', () => {
  const outcome = outcomeOf({ httpStatus: 200, body: status('002') });
  assert.deepEqual([outcome.class, outcome.alert], ['REJECTED', true]);
});

test('D4: 2xx with an unknown Status is unknown', () => assert.equal(classOf(200, status('042')), 'UNKNOWN'));

test('D4: 2xx with Verify, empty or not, is delivered', () => {
  assert.equal(classOf(200, wire({ type: 'Verify', header })), 'ACCEPTED');
  assert.equal(classOf(200, wire({ type: 'Verify', header, verifyStatus: { code: '010' } })), 'ACCEPTED');
});

test('D4: a CancelRxResponse in answer is proof that the cancel arrived, whatever it says', () => {
  assert.equal(
    classOf(200, wire({ type: 'CancelRxResponse', header, response: { outcome: 'Denied' } })),
    'ACCEPTED',
  );
});

test('D4: the delivery method of the network is told', () => {
  assert.equal(
    outcomeOf({ httpStatus: 200, body: status('010', { prescriptionDeliveryMethod: '2' }) }).deliveryMethod,
    'facsimile',
  );
  assert.equal(
    outcomeOf({ httpStatus: 200, body: status('000', { prescriptionDeliveryMethod: '1' }) }).deliveryMethod,
    'electronic',
  );
  assert.equal(outcomeOf({ httpStatus: 200, body: status('000') }).deliveryMethod, undefined);
});

test('D4: 2xx with nothing, JSON or anything else counts only where the profile says that HTTP acknowledges', () => {
  const bodies = [
    ['', undefined],
    [' \r\n', 'text/html'],
    ['\uFEFF', undefined],
    ['{}', 'application/json'],
    ['{"ok":true}', 'application/json; charset=utf-8'],
    ['<ok/>', 'Text/XML'],
    [wire(newRx), 'application/xml'],
  ] as const;
  for (const [body, contentType] of bodies) {
    const answer = { httpStatus: 200, body, ...(contentType && { contentType }) };
    assert.equal(outcomeOf(answer).class, 'UNKNOWN', body);
    assert.equal(outcomeOf(answer).mayHaveArrived, true);
    assert.equal(outcomeOf({ ...answer, ackMode: 'http' }).class, 'ACCEPTED', body);
  }
  const refused = { httpStatus: 200, body: error('900', '2000'), contentType: 'application/xml' };
  assert.equal(outcomeOf({ ...refused, ackMode: 'http' }).class, 'REJECTED');
});

test('D4: where HTTP acknowledges, a page, a body of another type, and one that cannot be read take nothing', () => {
  const page = '<!DOCTYPE html><html><body><form>Sign in</form></body></html>';
  for (const [body, contentType] of [
    [page, 'text/html'],
    [page, 'application/xml'],
    ['<html><body/></html>', 'text/html; charset=utf-8'],
    ['<html><body/></html>', 'application/xhtml+xml'],
    ['OK', 'text/plain'],
    ['{"ok":true}', undefined],
    ['<Message>', 'application/xml'],
    ['{"Message":{"Body":{"Status":{"Code":"000","Code":"900"}}}}', 'application/json'],
    [status('042'), 'application/xml'],
  ] as const) {
    const outcome = outcomeOf({
      httpStatus: 200,
      body,
      ackMode: 'http',
      ...(contentType && { contentType }),
    });
    assert.deepEqual([outcome.class, outcome.mayHaveArrived], ['UNKNOWN', true], `${contentType} ${body}`);
  }
  const plain = { httpStatus: 200, body: 'OK', contentType: 'text/plain', ackMode: 'http' } as const;
  assert.equal(outcomeOf({ ...plain, ackTypes: ['text/plain'] }).class, 'ACCEPTED');
});

test('D4: an answer without a body is judged by HTTP, and never throws', () => {
  assert.equal(outcomeOf({ httpStatus: 204 }).class, 'UNKNOWN');
  assert.equal(outcomeOf({ httpStatus: 204, ackMode: 'http' }).class, 'ACCEPTED');
  assert.equal(outcomeOf({ httpStatus: 503 }).class, 'RETRY');
  assert.equal(outcomeOf({ httpStatus: 404 }).class, 'REJECTED');
  for (const body of [null, 7, {}, [], Symbol('x'), true]) {
    const answer = { httpStatus: 200, body } as unknown as HttpAnswer;
    assert.equal(outcomeOf(answer).class, 'UNKNOWN');
  }
});

for (const [code, expected] of [
  ['600', 'RETRY'],
  ['602', 'RETRY'],
  ['601', 'REJECTED'],
  ['700', 'REJECTED'],
  ['900', 'REJECTED'],
] as const) {
  test(`D4: Error ${code} is ${expected}, whatever the HTTP status`, () => {
    for (const httpStatus of [200, 400, 500]) assert.equal(classOf(httpStatus, error(code)), expected);
    assert.equal(outcomeOf({ httpStatus: 200, body: error(code) }).alert, code === '700');
  });
}

for (const detail of ['008', '210', '4000', '4020']) {
  test(`D4: DescriptionCode ${detail} is transient`, () => {
    for (const code of ['600', '601', '900']) assert.equal(classOf(200, error(code, detail)), 'RETRY', code);
  });
}

for (const detail of ['103', '134', '144', '500', '1000', '2000', '3000', '4010', '4030', '4040']) {
  test(`D4: DescriptionCode ${detail} is permanent, also beside a transient one`, () => {
    assert.equal(classOf(200, error('900', detail)), 'REJECTED');
    assert.equal(classOf(200, error('900', '210', detail)), 'REJECTED');
  });
}

test('D4: a duplicate answer to our own retry counts as delivered; on the first attempt the id clashes', () => {
  const body = error('900', '220');
  assert.equal(classOf(200, body, { earlierAttemptUnanswered: true }), 'ACCEPTED');
  const first = outcomeOf({ httpStatus: 200, body }, { earlierAttemptUnanswered: false });
  assert.deepEqual([first.class, first.alert], ['REJECTED', true]);
  assert.equal(classOf(200, body), 'REJECTED');
  assert.equal(
    classOf(200, '{"Message":{"Body":{"Error":{"Code":900,"DescriptionCode":220}}}}', {
      earlierAttemptUnanswered: true,
    }),
    'ACCEPTED',
  );
});

for (const httpStatus of [408, 425, 429, 500, 502, 503, 504]) {
  test(`D4: HTTP ${httpStatus} is transient`, () => assert.equal(classOf(httpStatus, ''), 'RETRY'));
}
for (const httpStatus of [301, 302, 307, 400, 401, 403, 404, 405, 410, 413, 415, 422]) {
  test(`D4: HTTP ${httpStatus} is permanent`, () => {
    const outcome = outcomeOf({ httpStatus, body: 'nope' });
    assert.equal(outcome.class, 'REJECTED');
    assert.equal(outcome.alert, [301, 302, 307, 401, 403, 404].includes(httpStatus));
  });
}

test('D4: what failed after it may have been stored is said so', () => {
  const may = (httpStatus: number, body = ''): boolean => outcomeOf({ httpStatus, body }).mayHaveArrived;
  assert.deepEqual(
    [500, 502, 504].map((each) => may(each)),
    [true, true, true],
  );
  assert.deepEqual(
    [503, 429, 408, 425, 400, 404].map((each) => may(each)),
    [false, false, false, false, false, false],
  );
  assert.equal(may(200, error('600', '008')), true);
  assert.equal(may(200, error('900', '2000')), false);
});

test('D4: an HTTP failure that carries a Status contradicts itself: nobody knows', () => {
  assert.equal(classOf(500, status('000')), 'UNKNOWN');
  assert.equal(classOf(404, wire({ type: 'Verify', header })), 'UNKNOWN');
});

test('D4: real answers are read as they come: wrapped, with BOM, prefixed, with foreign ids', () => {
  const inner = error('900', '2000').replace('<RelatesToMessageID>m1<', '<RelatesToMessageID>0<');
  const escaped = inner.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const wrapped = `<string xmlns="http://schemas.microsoft.com/2003/10/Serialization/">${escaped}</string>`;
  assert.deepEqual(
    [classOf(200, wrapped), outcomeOf({ httpStatus: 200, body: wrapped }).relatesToMessageId],
    ['REJECTED', '0'],
  );
  assert.equal(classOf(200, `\uFEFF${status('010')}`), 'ACCEPTED');
  assert.equal(
    classOf(
      200,
      status('010')
        .replaceAll('<', '<s:')
        .replaceAll('<s:/', '</s:')
        .replace('<s:?', '<?')
        .replace('<s:Message', '<s:Message xmlns:s="urn:x"'),
    ),
    'ACCEPTED',
  );
  assert.equal(classOf(200, JSON.stringify(status('010'))), 'ACCEPTED');
  assert.equal(classOf(200, status('010').replace('<Code>010</Code>', '<Code> 010 </Code>')), 'ACCEPTED');
});

test('D4: an answer that comes on its own is judged by its message alone', () => {
  const judge = (text: string): string | undefined => outcomeOfMessage(read(text).message)?.class;
  assert.equal(judge(error('900', '4000')), 'RETRY');
  assert.equal(judge(error('601')), 'REJECTED');
  assert.equal(judge(status('010')), 'ACCEPTED');
  assert.equal(judge(wire(newRx)), undefined);
});

test('the code lists and the verdicts agree, code by code', () => {
  for (const [code, { action }] of Object.entries(STATUS_CODES))
    assert.equal(classOf(200, status(code)), action === 'accepted' ? 'ACCEPTED' : 'REJECTED');
  for (const [code, { action }] of Object.entries(ERROR_CODES))
    assert.equal(classOf(200, error(code)), action === 'retry' ? 'RETRY' : 'REJECTED');
  for (const [code, { action }] of Object.entries(DESCRIPTION_CODES))
    assert.equal(classOf(200, error('900', code)), action === 'retry' ? 'RETRY' : 'REJECTED');
});

test('outcomeOf never throws, and never tells what the answer says', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1, max: 1000 }),
      fc.oneof(fc.string(), fc.uint8Array(), fc.constant(error('zzz'))),
      (httpStatus, body) => {
        const outcome = outcomeOf({ httpStatus, body });
        assert.ok(['ACCEPTED', 'REJECTED', 'RETRY', 'UNKNOWN'].includes(outcome.class));
      },
    ),
    { numRuns: 500 },
  );
  const secret = error('900').replace(
    '<Code>900</Code>',
    '<Code>900</Code><Description>Jane Doe, lisinopril</Description>',
  );
  assert.doesNotMatch(JSON.stringify(outcomeOf({ httpStatus: 200, body: secret })), /Jane|lisinopril/);
});
