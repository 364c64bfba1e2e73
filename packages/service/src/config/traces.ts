// The part of the configuration that says where traces go: the standard variables of OpenTelemetry.
import * as v from 'valibot';
import type { TraceSettings } from '../tracing/inside.ts';
import { SAMPLERS } from '../tracing/inside.ts';
import type { Reader } from './reader.ts';

const address = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//));
const share = v.pipe(v.string(), v.regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/), v.transform(Number));
const headerList = v.pipe(
  v.string(),
  v.regex(/^\s*[\w-]+\s*=[^,=]+(?:,\s*[\w-]+\s*=[^,=]+)*$/),
  v.transform((text) =>
    Object.fromEntries(
      text.split(',').map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return [name.trim(), decoded(value.trim())];
      }),
    ),
  ),
);

/** Reads this part; problems go to the reader. Null where nothing says where traces go. */
export function tracesOf({ one }: Pick<Reader, 'one'>): TraceSettings | null {
  const ofTraces = one('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', address);
  const base = one('OTEL_EXPORTER_OTLP_ENDPOINT', address);
  const headers = one('OTEL_EXPORTER_OTLP_HEADERS', headerList) ?? {};
  const serviceName = one('OTEL_SERVICE_NAME', v.pipe(v.string(), v.maxLength(100))) ?? 'pestle';
  const sampler = one('OTEL_TRACES_SAMPLER', v.picklist(SAMPLERS)) ?? 'parentbased_always_on';
  const ratio = one('OTEL_TRACES_SAMPLER_ARG', share) ?? 1;
  const disabled = one('OTEL_SDK_DISABLED', v.picklist(['true', 'false'])) === 'true';
  const url = ofTraces ?? (base === undefined ? undefined : `${base.replace(/\/$/, '')}/v1/traces`);
  return url === undefined || disabled ? null : { url, headers, serviceName, sampler, ratio };
}

/** Values may be percent-encoded. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
