// Goal: the engine reads real directions as somebody judged them who had their text, and not the engine's answer, beside them.
// Method: for each row of the public files, by its hash, the doses, how often, how long, by which way, and what for; or that it must be
// asked or refused, and why. Twelve of the 101 rows were judged again after the first comparison: `judgedAgain` says what stood there.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { parseSig } from './sig.ts';
import type { SigPart, StructuredSig } from './sig-model.ts';
import { dosesPerDay, phasesOf } from './sig-quantity.ts';

type Judged = { readonly read?: unknown; readonly asked?: string; readonly refused?: string };
const judged = JSON.parse(
  readFileSync(new URL('judged-directions.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Judged>>;
const folder = new URL('../../../../../shared/data/', import.meta.url);

for (const name of ['directions_dev.csv', 'coderx_sig_tests_dev.csv']) {
  const file = new URL(name, folder);
  const skip = existsSync(file) ? false : `${name} is not here`;
  test(`W1: ${name} is read as its text was judged alone, and what must be asked or refused is not read`, {
    skip,
  }, () => {
    const rows = parse(readFileSync(file), { columns: true }) as { sig: string; drug?: string }[];
    for (const { sig, drug } of rows) {
      const key = createHash('sha256')
        .update(`${sig}|${drug ?? ''}`)
        .digest('hex')
        .slice(0, 16);
      const result = parseSig(sig, drug === undefined ? {} : { doseForm: drug });
      const { read } = judged[key] ?? {};
      assert.deepEqual(result.ok ? shapeOf(result.sig) : undefined, read, `${key} ${sig}`);
    }
  });
}

/** What was judged of directions, in the same shape. */
function shapeOf(sig: StructuredSig): unknown {
  const { route, asNeededFor, weekdays } = sig;
  return {
    steps: phasesOf(sig).map((phase) => ({
      ...doseOf(phase),
      ...(phase.duration === undefined ? {} : { days: phase.duration.value }),
      ...(phase.also === undefined ? {} : { also: phase.also.map(doseOf) }),
    })),
    route,
    ...(asNeededFor === undefined ? {} : { asNeededFor }),
    ...(weekdays === undefined ? {} : { weekdays }),
  };
}

function doseOf({ dose, frequency }: SigPart): object {
  const { amount, max, unit } = dose;
  const often =
    frequency.kind === 'minutes'
      ? `every ${frequency.minutes} minutes, ${frequency.doses} at most`
      : dosesPerDay(frequency)?.most;
  return {
    dose: unit === 'thinLayer' || unit === 'smallAmount' ? null : amount,
    unit,
    doses: often,
    ...(max === undefined ? {} : { max }),
  };
}
