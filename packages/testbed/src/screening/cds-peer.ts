// A CDS Hooks service over real HTTP that offers one service, for signing unless told, notes what it is sent, and answers as it is told to.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What it offers. */
const servicesOf = (hook: CdsHook) => ({
  services: [
    {
      hook,
      id: 'drug-check',
      title: 'Drug check',
      prefetch: {
        patient: 'Patient/{{context.patientId}}',
        allergies: 'AllergyIntolerance?patient={{context.patientId}}',
        told: 'MedicationStatement?patient={{context.patientId}}',
        others: 'MedicationRequest?patient={{context.patientId}}',
        narrowed: 'MedicationRequest?patient={{context.patientId}}&status=active',
        kidney: 'Observation?patient={{context.patientId}}&code=33914-3',
      },
    },
    { hook: 'patient-view', id: 'not-ours' },
  ],
});

export type CdsHook = 'order-sign' | 'order-select';

/** A card that stops a signature. */
export const CARD = {
  uuid: '4e0a3a1e-0c1e-4c0c-9f0e-1d2b7f5f0001',
  summary: 'Hyperkalemia risk for Ann',
  detail: 'Potassium was **5.9**.',
  indicator: 'critical',
  source: { label: 'Riverside Hospital', topic: { code: 'k-high' } },
  suggestions: [{ label: 'Choose amlodipine' }],
  overrideReasons: [
    { code: 'will-monitor', system: 'https://riverside.example/reasons', display: 'Potassium is monitored' },
  ],
};

export type CdsBody = Record<string, unknown>;
export interface CdsCall {
  readonly path: string;
  readonly token: string;
  readonly body: CdsBody;
}

/** A service that answers what it was told to. */
export interface CdsPeer {
  readonly url: string;
  readonly calls: CdsCall[];
  answer: (call: CdsCall, response: ServerResponse) => void;
  close(): Promise<void>;
}

export async function startCdsPeer(hook: CdsHook = 'order-sign'): Promise<CdsPeer> {
  const calls: CdsCall[] = [];
  let server: Server;
  const peer: CdsPeer = {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    calls,
    answer: (_call, response) => json(response, 200, { cards: [] }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const path = request.url ?? '';
      if (request.method === 'GET') {
        json(response, 200, servicesOf(hook));
        return;
      }
      const token = (request.headers.authorization ?? '').replace('Bearer ', '');
      const call = { path, token, body: JSON.parse(text) as CdsBody };
      calls.push(call);
      peer.answer(call, response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return peer;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
