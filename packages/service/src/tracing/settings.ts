// What may be set of traces, as the standard variables of OpenTelemetry name it.

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface TraceSettings {
  /** Where spans are posted as OTLP over HTTP with JSON, path included. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: (typeof SAMPLERS)[number];
  /** The share of traces that is kept, of samplers that keep a share. */
  readonly ratio: number;
}
