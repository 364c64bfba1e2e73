// Proves the picture and the reading of fax pages, on good files and on hostile ones.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pdfOf, pdfWith } from '@pestle/testbed/sandbox/pdf';
import fastCheck from 'fast-check';
import { readFaxText } from '../src/fax/evidence.ts';
import { UnreadablePdf } from '../src/fax/pdf/objects.ts';
import { previewPage } from '../src/fax/preview.ts';

describe('the picture of a fax', () => {
  for (const compress of [false, true]) {
    it(`shows the page's texts where they stand (${compress ? 'deflated' : 'plain'} stream)`, () => {
      const svg = previewPage(pdfOf(['NOTICE <of> "this" & that', 'caf\xe9 (x)'], { compress }), 1);
      assert.match(svg ?? '', /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 612 792"/);
      assert.match(
        svg ?? '',
        /matrix\(1 0 0 1 72 72\)[^>]*font-weight="700"[^>]*>NOTICE &lt;of&gt; &quot;this&quot; &amp; that</,
      );
      assert.match(
        svg ?? '',
        /matrix\(1 0 0 1 72 96\)[^>]*font-size="11" textLength="[\d.]+"[^>]*>caf\u00e9 \(x\)</,
      );
    });
  }

  it('draws lines, areas in color, and pictures as black boxes', () => {
    const content = '1 0 0 RG 2 w 10 700 m 200 700 l S 0.5 g 10 10 20 30 re f q 40 0 0 40 100 100 cm /Q Do Q';
    const svg = previewPage(pdfWith(content), 1) ?? '';
    assert.match(svg, /<path d="M10 92L200 92" fill="none" stroke="#ff0000" stroke-width="2"\/>/);
    assert.match(svg, /<path d="M10 782L30 782L30 752L10 752Z" fill="#808080"\/>/);
    assert.match(
      svg,
      /<path transform="matrix\(20 0 0 20 100 652\)" d="M0 0h1v1h-1zM1 1h1v1h-1z" fill="#000000"/,
    );
  });

  it('has no page beyond the last, and says so', () => {
    assert.equal(previewPage(pdfOf(['x']), 2), null);
  });

  it('refuses what is no PDF, has no page, refers in circles, or blows up', () => {
    const refused = [
      Buffer.from('%PDF-1.3 nothing'),
      Buffer.from('%PDF-1.3\n1 0 obj << /Type /Pages /Kids [1 0 R] >> endobj'),
      Buffer.from('%PDF-1.3\n1 0 obj << /Type /Pages /Kids 2 0 R >> endobj 2 0 obj 2 0 R endobj'),
      Buffer.from(`%PDF-1.3\n1 0 obj ${'['.repeat(10_000)}`),
      pdfWith('1 0 0 1 0 0 cm '.repeat(200_000)),
    ];
    for (const pdf of refused) assert.throws(() => previewPage(pdf, 1), UnreadablePdf);
  });

  it('never fails in another way, whatever bytes are changed', () => {
    const good = pdfOf(['NOTICE', 'Order 01KXSANDB0XTEST00000000000-1'], {
      extra: 'q 9 0 0 9 9 9 cm /Q Do Q',
    });
    const change = fastCheck.tuple(fastCheck.nat(good.length - 1), fastCheck.nat(255));
    fastCheck.assert(
      fastCheck.property(fastCheck.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const pdf = Buffer.from(good);
        for (const [at, byte] of changes) pdf[at] = byte;
        try {
          previewPage(pdf, 1);
        } catch (error) {
          assert.ok(error instanceof UnreadablePdf, String(error));
        }
        assert.ok(Array.isArray(readFaxText(pdf).lines));
      }),
      { numRuns: 500 },
    );
  });
});

describe('reading a fax', () => {
  it('D9: finds the order number and the MessageID on the page', () => {
    const read = readFaxText(
      pdfOf(['NOTICE', 'Order number: 01KXSANDB0XTEST00000000000-2-3', 'MessageID: m01KXTESTMESSAGE']),
    );
    assert.equal(read.prescriberOrderNumber, '01KXSANDB0XTEST00000000000-2-3');
    assert.equal(read.messageId, 'm01KXTESTMESSAGE');
    assert.equal(read.isCancelNotice, false);
    assert.deepEqual([read.pageCount, read.lines[0]], [1, 'NOTICE']);
  });

  it('a cancel word far down the page makes no cancel notice', () => {
    const lines = ['NOTICE', 'a', 'b', 'c', 'd', 'If this was canceled, call us.'];
    assert.equal(readFaxText(pdfOf(lines)).isCancelNotice, false);
    assert.equal(readFaxText(pdfOf(['CANCEL', 'a'])).isCancelNotice, true);
  });

  it('a page that cannot be read says nothing', () => {
    assert.deepEqual(readFaxText(Buffer.from('%PDF-')), {
      lines: [],
      pageCount: 0,
      prescriberOrderNumber: null,
      messageId: null,
      isCancelNotice: false,
    });
  });
});
