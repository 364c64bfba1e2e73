// The variables that say where operators are told what happens: alerts and traces. A part of the one table.
import type { Variable } from './variable.ts';

export const OPERATOR_VARIABLES = [
  {
    name: 'ALERT_URL',
    about:
      'Where alerts are posted, for operators who do not look at figures: orders that were acknowledged and have not left in time, a store that is away. Signed with ALERT_KEY as Standard Webhooks prescribe; counts and ids, no health information.',
    without: 'alerts stand in the log and in the figures only',
    secret: true,
  },
  {
    name: 'ALERT_KEY',
    about: 'Signs alerts: `whsec_` and 32 random bytes in base64.',
    without: 'an error when ALERT_URL is set',
    secret: true,
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    about:
      'The OpenTelemetry collector that traces go to, by OTLP over HTTP as JSON; `/v1/traces` is added. Spans hold ids and codes, no health information.',
    without: 'no traces, and nothing of them is loaded',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    about: 'The same with its whole path.',
    without: 'OTEL_EXPORTER_OTLP_ENDPOINT decides',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    about: 'Headers for the collector: `name=value,name=value`.',
    without: 'none',
    secret: true,
  },
  {
    name: 'OTEL_SERVICE_NAME',
    about: 'The name of the service in traces.',
    without: '`pestle`',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    about:
      'Which traces are kept: `always_on`, `always_off`, `traceidratio`, or each of them with `parentbased_`, which lets the `traceparent` of a caller decide.',
    without: '`parentbased_always_on`',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    about: 'The share that `traceidratio` keeps: 0 to 1.',
    without: '`1`',
  },
  {
    name: 'OTEL_SDK_DISABLED',
    about: '`true` turns traces off.',
    without: '`false`',
  },
] as const satisfies readonly Variable[];
