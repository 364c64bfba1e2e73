// Holds traces to what is configured: which of them are kept, whose trace they join, and that nothing of them is loaded without.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Failure } from '../kernel/errors.ts';
import { apart, traced, traceFacts } from '../kernel/traced/traced.ts';
import type { TraceSettings } from './settings.ts';
import { startTraces } from './tracing.ts';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

/** What a collector gets of the work. */
async function collected(
  settings: Partial<TraceSettings>,
  work: () => Promise<void>,
): Promise<readonly Span[]> {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      assert.equal(request.headers['x-key'], 'a=b');
      bodies.push(Buffer.concat(parts).toString('utf8'));
      response.writeHead(200).end('{}');
    });
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  const defaults = { serviceName: 'pestle', sampler: 'parentbased_always_on', ratio: 1 } as const;
  const traces = startTraces({ ...defaults, headers: { 'x-key': 'a=b' }, ...settings, url }, 'sandbox');
  await work();
  await traces.close();
  collector.closeAllConnections();
  collector.close();
  return bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
    };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
}

const work = (name: string, traceparent?: string) => ({ name, facts: { n: 1 }, traceparent });

test('work inside other work is its part, what is begun apart is none, and a failure is named by its code alone', async () => {
  const spans = await collected({}, async () => {
    await traced(work('outer'), async () => {
      traceFacts({ outcome: 'ACCEPTED' });
      await traced(work('inner'), async () => undefined);
      await apart(() => traced(work('apart'), async () => undefined));
      const failing = traced(work('failing'), async () => {
        throw new Failure('NOT_FOUND', 'Nobody knows Mrs. Canary.');
      });
      await assert.rejects(failing, Failure);
    });
  });
  const named = (name: string): Span => spans.find((span) => span.name === name) ?? assert.fail(name);
  assert.equal(named('inner').traceId, named('outer').traceId);
  assert.notEqual(named('apart').traceId, named('outer').traceId);
  assert.equal(named('apart').parentSpanId, undefined);
  assert.deepEqual(named('outer').attributes.at(-1), { key: 'outcome', value: { stringValue: 'ACCEPTED' } });
  assert.deepEqual(named('failing').attributes.at(-1), {
    key: 'error.type',
    value: { stringValue: 'NOT_FOUND' },
  });
  assert.equal(named('failing').status.code, 2);
  assert.doesNotMatch(JSON.stringify(spans), /Canary/);
});

test("a caller's traceparent is joined, and decides with the samplers that let it; one that is none is left out", async () => {
  const [kept, left] = ['01', '00'].map((flags) => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flags}`);
  const three = async (): Promise<void> => {
    await traced(work('kept', kept), async () => undefined);
    await traced(work('left', left), async () => undefined);
    await traced(work('none', `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`), async () => undefined);
  };
  const names = (spans: readonly Span[]) => spans.map(({ name }) => name);
  const parentbased = await collected({}, three);
  assert.deepEqual(names(parentbased), ['kept', 'none']);
  assert.equal(parentbased[0]?.traceId, 'a'.repeat(32));
  assert.notEqual(parentbased[1]?.traceId, '0'.repeat(32));
  assert.deepEqual(names(await collected({ sampler: 'always_on' }, three)), ['kept', 'left', 'none']);
  assert.deepEqual(names(await collected({ sampler: 'traceidratio', ratio: 0 }, three)), []);
  assert.deepEqual(names(await collected({ sampler: 'parentbased_always_off' }, three)), ['kept']);
});

test('nothing of OpenTelemetry is loaded where no collector is configured', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'));
  const textOf = (file: string): string => readFileSync(`${SOURCES}${file}`, 'utf8');
  const using = files.filter((file) => textOf(file).includes("from '@opentelemetry/"));
  assert.deepEqual(using, ['tracing/tracing.ts']);
  const loading = files.filter((file) => /['"][./]*tracing\/tracing\.ts['"]/.test(textOf(file)));
  assert.deepEqual(loading, ['main.ts']);
  assert.match(
    textOf('main.ts'),
    /if \(traces == null\) return service;\n.*await import\('\.\/tracing\/tracing\.ts'\)/,
  );
});
