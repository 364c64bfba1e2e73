// Sends to the sandbox's fax machine and phone, as a carrier would.
import assert from 'node:assert/strict';
import { FAX_MACHINE_KEY, PHONE_KEY } from '@pestle/sandbox/credentials';
import type { Peers } from '@pestle/sandbox/peers';
import { faxText, pdfOf } from './pdf.ts';
import { magic } from './recorded-cards.ts';
import { FAX_LINES } from './recorded-source.ts';

export async function sendFax(peers: Peers, faxId: string): Promise<void> {
  const response = await fetch(`${peers.faxUrl}/${faxId}`, {
    method: 'PUT',
    body: new Uint8Array(pdfOf(FAX_LINES)),
    headers: {
      authorization: `Bearer ${FAX_MACHINE_KEY}`,
      'content-type': 'application/pdf',
      'fax-to': magic('0NEVER').fax,
      'fax-from': '6175550151',
      'fax-text': faxText(FAX_LINES),
    },
  });
  assert.equal(response.status, 202);
}

export async function sendText(peers: Peers, text: string, messageId: string): Promise<void> {
  const response = await fetch(peers.phoneUrl, {
    method: 'POST',
    body: JSON.stringify({ message_id: messageId, to: '6175550160', text }),
    headers: { authorization: `Bearer ${PHONE_KEY}`, 'content-type': 'application/json' },
  });
  assert.equal(response.status, 202);
}
