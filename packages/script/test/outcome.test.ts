// D4: what every answer means, row by row of the table, in XML and JSON.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRx } from '@pestle/testbed/messages/script-messages';
import fc from 'fast-check';
import { DESCRIPTION_CODES, ERROR_CODES, STATUS_CODES } from '../src/codes/meanings.ts';
import {
  type AnswerContext,
  build,
  type HttpAnswer,
  type Message,
  outcomeOf,
  outcomeOfMessage,
  read,
} from '../src/index.ts';

const header = { ...newRx.header, relatesToMessageId: 'm1' };
const wire = (message: Message, form: 'xml' | 'json' = 'xml'): string =>
  build(message, { form, unchecked: true }).text;
const status = (code: string, more: object = {}): string => wire({ type: 'Status', header, code, ...more });
const error = (code: string, ...descriptionCodes: string[]): string =>
  wire({ type: 'Error', header, code, ...(descriptionCodes.length > 0 ? { descriptionCodes } : {}) });
const classOf = (
  httpStatus: number,
  body: string,
  context?: AnswerContext,
  ackMode?: 'script' | 'http',
): string => outcomeOf({ httpStatus, body, ...(ackMode ? { ackMode } : {}) }, context).class;

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

const STATUS = '<Status><Code>000</Code></Status>';
const ERROR = '<Error><Code>900</Code></Error>';
const answered = (body: string): string => `<Message><Header/>${body}</Message>`;
const cancelAnswer = (inside: string): string =>
  answered(`<Body><CancelRxResponse><Response>${inside}</Response></CancelRxResponse></Body>`);

for (const [what, body] of [
  ['two codes', answered('<Body><Status><Code>000</Code><Code>900</Code></Status></Body>')],
  ['the same code twice', answered('<Body><Status><Code>000</Code><Code>000</Code></Status></Body>')],
  ['two codes of an Error', answered('<Body><Error><Code>600</Code><Code>900</Code></Error></Body>')],
  [
    'a code of another form beside the code',
    answered('<Body><Status><Code>000</Code><Code><A>9</A></Code></Status></Body>'),
  ],
  [
    'two codes of a Verify',
    answered('<Body><Verify><VerifyStatus><Code>010</Code><Code>900</Code></VerifyStatus></Verify></Body>'),
  ],
  ['a Status and an Error', answered(`<Body>${STATUS}${ERROR}</Body>`)],
  ['an Error and a Status', answered(`<Body>${ERROR}${STATUS}</Body>`)],
  ['two Statuses', answered(`<Body>${STATUS}${STATUS.replace('000', '002')}</Body>`)],
  ['an Error inside a Status', answered(`<Body><Status><Code>000</Code>${ERROR}</Status></Body>`)],
  ['something unknown beside a Status', answered(`<Body>${STATUS}<Fault>no</Fault></Body>`)],
  ['two Bodies', answered(`<Body>${STATUS}</Body><Body>${ERROR}</Body>`)],
  ['an Error behind the Body', answered(`<Body>${STATUS}</Body>${ERROR}`)],
  [
    'two Headers',
    answered(`<Header><RelatesToMessageID>m2</RelatesToMessageID></Header><Body>${STATUS}</Body>`),
  ],
  ['Approved and Denied', cancelAnswer('<Approved/><Denied/>')],
  ['Denied and Approved', cancelAnswer('<Denied><DenialReason>x</DenialReason></Denied><Approved/>')],
  [
    'two messages in an envelope',
    `<Envelope>${answered(`<Body>${STATUS}</Body>`)}${answered(`<Body>${ERROR}</Body>`)}</Envelope>`,
  ],
  [
    'a message and an Error in an envelope',
    `<Envelope>${answered(`<Body>${STATUS}</Body>`)}${ERROR}</Envelope>`,
  ],
  ['JSON with both members', '{"Message":{"Body":{"Status":{"Code":"000"},"Error":{"Code":"900"}}}}'],
  ['JSON with two codes', '{"Message":{"Body":{"Status":{"Code":["000","900"]}}}}'],
  ['JSON with two Statuses', '{"Message":{"Body":{"Status":[{"Code":"000"},{"Code":"002"}]}}}'],
  ['JSON with two Bodies', '{"Message":{"Body":[{"Status":{"Code":"000"}},{"Error":{"Code":"900"}}]}}'],
  [
    'JSON with two messages',
    '{"Message":[{"Body":{"Status":{"Code":"000"}}},{"Body":{"Error":{"Code":"900"}}}]}',
  ],
  [
    'JSON with a message and an Error',
    '{"Message":{"Body":{"Status":{"Code":"000"}}},"Error":{"Code":"900"}}',
  ],
  ['JSON with a member twice', '{"Message":{"Body":{"Status":{"Code":"000","Code":"900"}}}}'],
  [
    'JSON with a member twice, once escaped',
    '{"Message":{"Body":{"Status":{"Code":"000"},"\\u0053tatus":{"Code":"900"}}}}',
  ],
  [
    'JSON with Approved and Denied',
    '{"Message":{"Body":{"CancelRxResponse":{"Response":{"Approved":{},"Denied":{}}}}}}',
  ],
] as const) {
  test(`D4: an answer that says two things (${what}) is unknown, whatever acknowledges`, () => {
    for (const contentType of ['application/xml', 'application/json'])
      for (const ackMode of ['script', 'http'] as const)
        for (const earlierAttemptUnanswered of [false, true]) {
          const answer = { httpStatus: 200, body, contentType, ackMode };
          const outcome = outcomeOf(answer, { earlierAttemptUnanswered });
          assert.deepEqual([outcome.class, outcome.mayHaveArrived], ['UNKNOWN', true]);
        }
  });
}

test('D4: two ids of the message it is about are two things as well', () => {
  const twice = status('000').replace(
    /(<RelatesToMessageID>m1<.RelatesToMessageID>)/,
    '$1<RelatesToMessageID>m2</RelatesToMessageID>',
  );
  assert.equal(classOf(200, twice), 'UNKNOWN');
  assert.equal(outcomeOfMessage(read(twice).message)?.class, 'UNKNOWN');
});

test('D4: what an answer says beside its verdict contradicts nothing', () => {
  for (const body of [
    answered(
      '<Body><Status><Code>000</Code><Code/><Description>a</Description><Description>b</Description></Status></Body>',
    ),
    answered(`<Header><Message>x</Message></Header><Body>${STATUS}</Body>`).replace('<Header/>', ''),
    answered('<Body><Status><Code>000</Code><Extension><Code>77</Code></Extension></Status></Body>'),
    `<Envelope><Status>ok</Status>${answered(`<Body>${STATUS}</Body>`)}</Envelope>`,
    `{"Status":"ok","Message":{"Body":{"Status":{"Code":"000"}}}}`,
  ])
    assert.equal(classOf(200, body), 'ACCEPTED', body);
});

const declared = (encoding: string, text = status('010')): Uint8Array =>
  new TextEncoder().encode(text.replace('encoding="UTF-8"', `encoding="${encoding}"`));

test('D4: an answer in plain ASCII is read whatever encoding it or HTTP names by mistake', () => {
  for (const encoding of [
    'utf-16',
    'UTF-16LE',
    'unicode',
    'ISO-8859-1',
    'iso-8859-15',
    'latin1',
    'windows-1252',
    'cp1252',
    'us-ascii',
  ]) {
    assert.equal(outcomeOf({ httpStatus: 200, body: declared(encoding) }).class, 'ACCEPTED', encoding);
    for (const charset of [encoding, `"${encoding}"`]) {
      const contentType = `text/xml;charset=${charset}`;
      assert.equal(outcomeOf({ httpStatus: 200, body: declared('UTF-8'), contentType }).class, 'ACCEPTED');
      const json = new TextEncoder().encode('{"Message":{"Body":{"Status":{"Code":"010"}}}}');
      assert.equal(outcomeOf({ httpStatus: 200, body: json, contentType }).class, 'ACCEPTED');
    }
    const { warnings } = read(declared(encoding));
    assert.deepEqual(
      warnings.map(({ rule }) => rule),
      encoding === 'us-ascii' ? [] : ['encoding'],
    );
  }
});

test('D4: characters beyond ASCII under a wrong name are refused by read, and doubtful in an answer, whose codes are ASCII', () => {
  const reçu = status('010', { description: 'recu' }).replace('recu', 'reçu');
  const latin = (encoding: string): Uint8Array =>
    new Uint8Array(Buffer.from(reçu.replace('encoding="UTF-8"', `encoding="${encoding}"`), 'latin1'));
  for (const body of [declared('ISO-8859-1', reçu), latin('ISO-8859-1'), latin('UTF-8')]) {
    assert.throws(() => read(body), { code: 'encoding' });
    assert.equal(outcomeOf({ httpStatus: 200, body }).class, 'ACCEPTED');
  }
  // Signs that are not ASCII would be other signs in UTF-16; and in UTF-7 even ASCII means something else.
  for (const body of [
    declared('utf-16', reçu),
    declared('utf-7'),
    declared('ibm037'),
    declared('iso-2022-jp'),
  ]) {
    assert.throws(() => read(body), { code: 'encoding' });
    assert.equal(outcomeOf({ httpStatus: 200, body }).class, 'UNKNOWN');
  }
  const contentType = 'application/xml; charset=iso-8859-1';
  const { message, warnings } = read(declared('UTF-8', reçu), { contentType });
  assert.equal(message.type === 'Status' && message.description, 'reçu');
  assert.deepEqual(
    warnings.map(({ rule }) => rule),
    ['encoding'],
  );
  assert.throws(() => read(declared('UTF-8', reçu), { contentType: 'text/xml; charset=utf-7' }), {
    code: 'encoding',
  });
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
