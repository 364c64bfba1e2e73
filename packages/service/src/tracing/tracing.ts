// The room `tracing`: makes spans of what the service says it is doing, and sends them to an OpenTelemetry collector. Loaded only where one is configured.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, Span } from '@opentelemetry/api';
import { isSpanContextValid, ROOT_CONTEXT, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { Sampler } from '@opentelemetry/sdk-trace';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { understand } from '../kernel/failures/failures.ts';
import type { TracedWork, TraceFacts } from '../kernel/traced/traced.ts';
import { FACTS, WORK } from '../kernel/traced/traced.ts';
import { endsWithin } from '../kernel/within.ts';
import { TRACING_LIMITS } from './limits.ts';
import type { TraceSettings } from './settings.ts';

export interface Traces {
  /** Sends what waits, and listens no more. */
  close(): Promise<void>;
}

export function startTraces(settings: TraceSettings, environment: string): Traces {
  const provider = providerOf(settings, environment);
  const tracer = provider.getTracer('pestle');
  const around = new AsyncLocalStorage<Context>();
  const spans = new WeakMap<TracedWork, Span>();

  WORK.start.bindStore(around, (work) => {
    const parent =
      work.traceparent === undefined
        ? around.getStore()
        : (callersContext(work.traceparent) ?? around.getStore());
    const span = tracer.startSpan(work.name, { attributes: work.facts }, parent ?? ROOT_CONTEXT);
    spans.set(work, span);
    return trace.setSpan(parent ?? ROOT_CONTEXT, span);
  });
  const ending = {
    error: (work: TracedWork & { readonly error?: unknown }) => {
      const { failure } = understand(work.error);
      spans.get(work)?.setAttribute('error.type', failure.code).setStatus({ code: SpanStatusCode.ERROR });
    },
    asyncEnd: (work: TracedWork) => spans.get(work)?.end(),
  };
  WORK.error.subscribe(ending.error as never);
  WORK.asyncEnd.subscribe(ending.asyncEnd as never);
  const addFacts = (facts: unknown): void => {
    const context = around.getStore();
    if (context !== undefined) trace.getSpan(context)?.setAttributes(facts as TraceFacts);
  };
  FACTS.subscribe(addFacts);
  return {
    close: async () => {
      WORK.start.unbindStore(around);
      WORK.error.unsubscribe(ending.error as never);
      WORK.asyncEnd.unsubscribe(ending.asyncEnd as never);
      FACTS.unsubscribe(addFacts);
      await endsWithin(TRACING_LIMITS.stopMs, provider.shutdown());
    },
  };
}

function providerOf(settings: TraceSettings, environment: string): TracerProvider {
  const { url, headers, serviceName } = settings;
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: TRACING_LIMITS.sendTimeoutMs,
  });
  return new TracerProvider({
    // Nothing of the machine is told: no host, user or command line.
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'deployment.environment.name': environment,
    }),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: TRACING_LIMITS.spansWaitingMax,
        maxExportBatchSize: TRACING_LIMITS.spansPerMessageMax,
        scheduledDelayMillis: TRACING_LIMITS.sendIntervalMs,
        exportTimeoutMillis: TRACING_LIMITS.sendTimeoutMs,
      }),
    ],
  });
}

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const byName = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const name = sampler.replace('parentbased_', '') as keyof typeof byName;
  const root = byName[name]();
  return sampler === name ? root : new ParentBasedSampler({ root });
}

/** W3C Trace Context; nothing where it is none. `tracestate` and baggage, which are free text, are not taken. */
function callersContext(traceparent: string): Context | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? [];
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const caller = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(caller) ? trace.setSpanContext(ROOT_CONTEXT, caller) : undefined;
}
