// D4: answers that contradict themselves, and answers under a wrong encoding: what of them may be believed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outcomeOf, outcomeOfMessage, read } from '../src/index.ts';
import { classOf, status } from './answers.ts';

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
