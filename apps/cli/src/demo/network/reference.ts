// Fills the demo's store with treatments, ZIP codes and pharmacies by the service's own imports, and integrates the pharmacies.
import { createHash } from 'node:crypto';
import { PUBLIC_PHARMACY_KEY } from '@pestle/sandbox/credentials';
import type { Peers } from '@pestle/sandbox/peers';
import type { AddedPharmacy } from '@pestle/sandbox/pharmacies/types';
import type { Service } from '@pestle/service';
import { readRxTermsRow, type TreatmentRecord } from '@pestle/service/catalog';
import { createCoverage, type RowWriter } from '@pestle/service/coverage';
import { type Integration, integrationSchema, sealIntegration } from '@pestle/service/directory';
import type { Store } from '@pestle/service/store';
import { networkKeysFor } from '@pestle/service/vault';
import { sql } from 'kysely';
import * as v from 'valibot';
import { type ImportReport, type ImportTarget, importFile } from '../../import/import-file.ts';
import type { ReferenceKind } from '../../import/kinds.ts';
import { openSource } from '../../import/source-file.ts';
import { importTargets } from '../../import/target.ts';
import type { DataFolder } from '../data/folder.ts';
import type { Progress } from '../progress.ts';
import { DEMO_ATTEMPTS, DEMO_LIMITS } from '../settings.ts';

/** What an import did, in numbers. */
export type ImportCount = Pick<
  ImportReport,
  'rows' | 'imported' | 'refused' | 'refusedByCode' | 'warningsByCode'
>;

export interface Reference {
  /** By RxCUI: what the demo's own rule needs of each treatment that was imported. */
  readonly treatments: ReadonlyMap<string, Pick<TreatmentRecord, 'doseForm' | 'unitCode'>>;
  /** By pharmacy id: those that take prescriptions electronically. */
  readonly integrated: ReadonlyMap<string, IntegratedPharmacy>;
  readonly imports: Readonly<Record<ReferenceKind, ImportCount>>;
}

export interface IntegratedPharmacy extends AddedPharmacy {
  readonly hookCredential: { readonly kind: 'bearer'; readonly key: string };
}

export interface ReferenceOptions {
  readonly data: DataFolder;
  readonly service: Pick<Service, 'rooms' | 'store'>;
  readonly peers: Peers;
  readonly progress: Progress;
}

type TreatmentForms = Map<string, Pick<TreatmentRecord, 'doseForm' | 'unitCode'>>;

export async function fillReference(options: ReferenceOptions): Promise<Reference> {
  const { data, service, peers, progress } = options;
  const treatments: TreatmentForms = new Map();
  const files: Readonly<Record<ReferenceKind, string>> = {
    treatments: data.treatments,
    zips: data.zips,
    pharmacies: data.pharmacies,
  };
  const sources = await Promise.all(
    (Object.entries(files) as [ReferenceKind, string][]).map(
      async ([kind, file]) => [kind, await openSource(file)] as const,
    ),
  );
  const phase = progress.phase(
    'Importing',
    sources.reduce((bytes, [, source]) => bytes + source.bytes, 0),
  );
  // Side by side: one file is read while another's rows are written.
  const read = new Map<ReferenceKind, number>();
  const counts = await Promise.all(
    sources.map(async ([kind, source]) => {
      const targets = targetsOf(kind, service, treatments);
      const report = await importFile(source, targets, ({ bytesRead }) => {
        read.set(kind, bytesRead);
        phase.at([...read.values()].reduce((sum, bytes) => sum + bytes, 0));
      });
      const { rows, imported, refused, refusedByCode, warningsByCode } = report;
      return [kind, { rows, imported, refused, refusedByCode, warningsByCode }] as const;
    }),
  );
  const imports = Object.fromEntries(counts) as Record<ReferenceKind, ImportCount>;
  phase.end(counts.map(([kind, { imported }]) => `${imported} ${kind}`).join(', '));
  const integrated = await integratePharmacies(service.store, peers, progress);
  return { treatments, integrated, imports };
}

/** The service's own import, which also notes the dose forms for the demo's rule. */
function targetsOf(
  kind: ReferenceKind,
  { rooms, store }: ReferenceOptions['service'],
  treatments: TreatmentForms,
): readonly ImportTarget[] {
  const targets = importTargets(kind, { ...rooms, coverage: createCoverage({ store }) });
  if (kind !== 'treatments') return targets;
  const noted =
    (write: RowWriter): RowWriter =>
    (session, rows) => {
      for (const row of rows) {
        const record = readRxTermsRow(row);
        if (record.ok) treatments.set(record.key, record.content);
      }
      return write(session, rows);
    };
  return targets.map((target) => ({
    ...target,
    within: (work) => target.within((write) => work(noted(write))),
  }));
}

/** Every pharmacy with an NCPDP id counts as integrated, at the simulated endpoint that plays it. */
async function integratePharmacies(
  store: Store,
  peers: Peers,
  progress: Progress,
): Promise<ReadonlyMap<string, IntegratedPharmacy>> {
  const { rows } = await store.asKeeper((tx) =>
    sql<{ id: string; ncpdp_id: string }>`
      select id, ncpdp_id from pharmacy where ncpdp_id is not null order by id`.execute(tx),
  );
  const network = await networkKeysFor(store);
  const phase = progress.phase('Integrating pharmacies', rows.length);
  const pharmacies = rows.map(({ id, ncpdp_id: ncpdpId }) => played(id, ncpdpId));
  for (let at = 0; at < pharmacies.length; at += DEMO_LIMITS.integrationBatchRows) {
    const batch = pharmacies.slice(at, at + DEMO_LIMITS.integrationBatchRows).map((pharmacy) => {
      const integration = integrationOf(pharmacy, peers.scriptUrlOf(pharmacy.pharmacyId));
      const { plain, sealed } = sealIntegration(network, pharmacy.pharmacyId, integration);
      const hex = sealed === null ? null : Buffer.from(sealed).toString('hex');
      return { pharmacy_id: pharmacy.pharmacyId, integration: plain, sealed: hex };
    });
    await store.asKeeper((tx) =>
      sql`insert into pharmacy_endpoint (pharmacy_id, integration, sealed)
        select pharmacy_id, integration, decode(sealed, 'hex') from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
          as given (pharmacy_id text, integration jsonb, sealed text)`.execute(tx),
    );
    phase.at(at + batch.length);
  }
  peers.addPharmacies(pharmacies);
  phase.end(String(pharmacies.length));
  return new Map(pharmacies.map((pharmacy) => [pharmacy.pharmacyId, pharmacy]));
}

const VERSIONS = ['2017071', '2023011'] as const;
const FORMS = ['xml', 'json'] as const;

/** Version and form by a hash of the id, so that they are the same in every run. */
function played(pharmacyId: string, ncpdpId: string): IntegratedPharmacy {
  const digest = createHash('sha256').update(pharmacyId).digest();
  return {
    pharmacyId,
    ncpdpId,
    version: VERSIONS[(digest[0] ?? 0) % 2] ?? '2017071',
    form: FORMS[(digest[1] ?? 0) % 2] ?? 'xml',
    // Opens a simulation only; each pharmacy has its own, as the service requires.
    hookCredential: { kind: 'bearer', key: `demo-hook-${digest.toString('hex').slice(0, 32)}` },
  };
}

function integrationOf({ version, form }: IntegratedPharmacy, url: string): Integration {
  return v.parse(integrationSchema, {
    stage: 'live',
    technicalContact: { name: 'Pestle demo', email: 'demo@example.org' },
    conformancePassedAt: '2026-01-01T00:00:00Z',
    channel: 'script',
    endpoint: { url, auth: { kind: 'bearer', token: PUBLIC_PHARMACY_KEY } },
    script: { version, form, cancel: 'reduced', acknowledge: 'script' },
    attempts: DEMO_ATTEMPTS,
  });
}
