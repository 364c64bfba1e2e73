// An OpenTelemetry collector that keeps what it is sent (OTLP over HTTP as JSON), and what must be found there.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@pestle/testbed/patience';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

export interface Collector {
  readonly url: string;
  /** Every message as it came. */
  readonly messages: readonly string[];
  spans(): readonly CollectedSpan[];
  close(): Promise<void>;
}

interface Message {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

export async function openCollector(): Promise<Collector> {
  const messages: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      messages.push(Buffer.concat(parts).toString('utf8'));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    messages,
    spans: () =>
      messages.flatMap((text) =>
        (JSON.parse(text) as Message).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The trace of a caller who names one. */
export const CALLERS_TRACE = 'a'.repeat(32);
const EVERYWHERE = [
  'sign',
  'graphql',
  'deliver script',
  'deliver api',
  'deliver fax',
  'hook report',
  'POST /v1/hooks/pharmacy',
];

/** Waits for a span of each kind and for one in the caller's own trace, and looks at their places. */
export async function placesInTraces(collector: Collector, orderId: string): Promise<void> {
  const named = (name: string) => collector.spans().filter((span) => span.name === name);
  const hasCallers = () => collector.spans().some(({ traceId }) => traceId === CALLERS_TRACE);
  // Spans are sent in batches: what came last is sent last.
  await until(
    () => EVERYWHERE.every((name) => named(name).length > 0) && hasCallers(),
    () =>
      `the caller's trace: ${hasCallers()}; these were sent: ${collector
        .spans()
        .map(({ name }) => name)
        .join()}`,
  );
  const spans = collector.spans();
  const parentOf = (span: CollectedSpan | undefined) =>
    spans.find(({ spanId }) => spanId === span?.parentSpanId);
  const signing = named('sign')[0];
  assert.deepEqual(
    [parentOf(signing)?.name, parentOf(parentOf(signing))?.name],
    ['graphql', 'POST /graphql'],
  );
  assert.ok(spans.some((span) => span.name === 'store pipeline' && parentOf(span)?.name === 'sign'));
  // A delivery is a trace of its own: the order's id leads from one to the other.
  const delivery = named('deliver script').find((span) => factOf(span, 'pestle.order_id') === orderId);
  assert.ok(delivery !== undefined && delivery.parentSpanId === undefined);
  assert.equal(factOf(delivery, 'pestle.outcome'), 'ACCEPTED');
  assert.ok(named('graphql').some((span) => factOf(span, 'graphql.fields') === 'createOrder'));
}

function factOf({ attributes }: CollectedSpan, key: string): unknown {
  return attributes.find((one) => one.key === key)?.value['stringValue'];
}
