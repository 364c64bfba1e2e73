// Proves what the simulated pharmacy takes from the words of a fax.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFaxText } from '../src/fax/evidence.ts';

describe('reading a fax', () => {
  it('D9: finds the order number and the MessageID in the words', () => {
    assert.deepEqual(
      readFaxText(['NOTICE', 'Order number: 01KXSANDB0XTEST00000000000-2-3', 'MessageID: m01KXTESTMESSAGE']),
      {
        prescriberOrderNumber: '01KXSANDB0XTEST00000000000-2-3',
        messageId: 'm01KXTESTMESSAGE',
        isCancelNotice: false,
        isRefillNotice: false,
      },
    );
  });

  it('a cancel word far down the page makes no cancel notice', () => {
    const lines = ['NOTICE', 'a', 'b', 'c', 'd', 'If this was canceled, call us.'];
    assert.equal(readFaxText(lines).isCancelNotice, false);
    assert.equal(readFaxText(['CANCEL', 'a']).isCancelNotice, true);
  });

  it('D10: a fax about refills is neither a prescription nor a cancel', () => {
    const { isCancelNotice, isRefillNotice } = readFaxText(['NO MORE REFILLS', 'a']);
    assert.deepEqual([isCancelNotice, isRefillNotice], [false, true]);
  });

  it('a page without words says nothing', () => {
    assert.deepEqual(readFaxText([]), {
      prescriberOrderNumber: null,
      messageId: null,
      isCancelNotice: false,
      isRefillNotice: false,
    });
  });
});
