// Goal: the whole demo on a small folder made here in the public formats; the gate runs it on the reference data where they are.
// Method: the real run, then what it wrote: the report, every message, every fax, the evidence, and nothing left behind.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createService } from '@pestle/service';
import { readConfig } from '@pestle/service/config';
import { writeSmallData } from '@pestle/testbed/demo/small-data';
import {
  type PostgresServer,
  skipWithoutPostgres,
  startPostgres,
} from '@pestle/testbed/stores/postgres-server';
import { CommandError } from '../output.ts';
import type { Progress } from './progress.ts';
import { reportLines } from './result/print.ts';
import type { DemoReport } from './result/report.ts';
import { type DemoOptions, runDemo } from './run.ts';

const silent: Progress = { phase: () => ({ at: () => undefined, end: () => undefined }) };

describe('pestle demo', () => {
  let directory: string;
  let data: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'pestle-demo-test-'));
    data = join(directory, 'data');
    writeSmallData(data);
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  const demo = (options: Partial<DemoOptions>): Promise<DemoReport> =>
    runDemo({ data, orders: 6, seed: 1, faults: 0, env: {}, progress: silent, ...options });
  const refusal = async (options: Partial<DemoOptions>): Promise<string> => {
    try {
      await demo(options);
    } catch (error) {
      assert.ok(error instanceof CommandError, String(error));
      return error.message;
    }
    return assert.fail('it was accepted');
  };

  describe('on a small folder', () => {
    let report: DemoReport;
    let out: string;
    let store: string;
    before(async () => {
      out = join(directory, 'out');
      store = join(directory, 'store');
      report = await demo({ orders: 14, out, store, faults: 0.3 });
    });

    it('sends what was asked for, and every invariant holds', () => {
      assert.equal(report.orders.accepted, 14);
      assert.deepEqual(
        report.invariants.map(({ invariant, violations }) => [invariant, violations]),
        ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I10'].map((invariant) => [invariant, []]),
      );
      assert.ok(report.holds && report.settled);
    });
    it('is warned of what turned to a fax or to a person, and of nothing else', () => {
      const {
        'warn: a fill is stuck: a person must act': stuck = 0,
        'warn: a fax replaces an electronic message': _,
        ...others
      } = report.serviceWarnings;
      assert.deepEqual(others, {});
      const { stuck: fills } = report.delivery;
      // A cancel may need a person as well.
      assert.ok(stuck >= Object.values(fills).reduce((sum, count) => sum + count, 0));
    });
    it('counts what is left out of a patient, such as benefits with a wrong BIN, and keeps the patient', () => {
      const { leftOut } = report.patients;
      const ofBenefits = Object.entries(leftOut).filter(([what]) => what.startsWith('benefits'));
      assert.deepEqual(ofBenefits, [['benefits[0].bin INVALID', 1]]);
    });
    it('counts what is refused, each with its reason', () => {
      const { refused } = report.prescriptions;
      assert.equal(refused['PATIENT_DECEASED'], 1);
      assert.equal(refused['CONTROLLED_SUBSTANCE'], 1);
      assert.equal(refused['unmatched drug (its RxCUI is not among the treatments)'], 1);
      assert.deepEqual(
        Object.keys(refused).filter((reason) => reason.startsWith('review: patient.address')).length,
        1,
      );
    });
    it('delivers electronically, by fax, or shows that a person must act', () => {
      const { electronic, faxes, stuck } = report.delivery;
      assert.ok(Object.keys(electronic).length > 0);
      assert.ok((faxes.delivered['not-integrated'] ?? 0) > 0);
      assert.ok((stuck['NO_FAX_NUMBER, prescriber must act'] ?? 0) > 0);
    });
    it('asks what the plan pays of each medication before it is signed, and says that the plan has ended', () => {
      const { coverage } = report;
      assert.ok(coverage !== null);
      assert.deepEqual(coverage.refused, {});
      const { COVERED = 0, COVERED_WITH_RESTRICTIONS = 0, NOT_COVERED = 0, ...other } = coverage.byStatus;
      assert.ok(COVERED > 0 && COVERED_WITH_RESTRICTIONS > 0 && NOT_COVERED > 0, JSON.stringify(coverage));
      // The card of one patient, which is in the file, names no plan.
      assert.deepEqual(Object.keys(other), ['NO_DATA']);
      assert.deepEqual(coverage.restrictions, { STEP_THERAPY: COVERED_WITH_RESTRICTIONS });
      assert.equal(coverage.copays['RANGE'], COVERED + COVERED_WITH_RESTRICTIONS);
      assert.equal(coverage.ofEndedPlans, COVERED + COVERED_WITH_RESTRICTIONS + NOT_COVERED);
      const page = reportLines(report).join('\n');
      assert.match(page, /answers are of plans that have ended \(the last on 2022-12-31\) and say so/);
      assert.match(page, /from 1 plans, 2 drugs, 2 terms of cost/);
    });
    it('keeps the neighbour out', () => {
      const { neighbourProbes } = report;
      assert.ok(Object.keys(neighbourProbes).length > 0);
      for (const answer of Object.keys(neighbourProbes)) assert.match(answer, /NOT_FOUND$/);
    });
    it('writes every message, every fax, the report and the evidence', () => {
      const read = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as DemoReport;
      assert.deepEqual(read.orders, report.orders);
      const messages = readdirSync(join(out, 'messages'));
      const arrived = readFileSync(join(out, 'evidence', 'pharmacies.ndjson'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { channel: string; messageId: string; faxId?: string });
      const sent = new Set(
        arrived.filter(({ channel }) => channel !== 'fax').map(({ messageId }) => messageId),
      );
      assert.deepEqual(messages.map((name) => name.replace(/\.(xml|json)$/, '')).sort(), [...sent].sort());
      const faxes = readdirSync(join(out, 'faxes'));
      assert.deepEqual(
        faxes.sort(),
        arrived
          .flatMap(({ faxId }) => faxId ?? [])
          .map((id) => `${id}.pdf`)
          .sort(),
      );
      assert.equal(
        readFileSync(join(out, 'faxes', faxes[0] ?? ''))
          .subarray(0, 5)
          .toString(),
        '%PDF-',
      );
    });
    it('says it all on one page', () => {
      const page = reportLines(report).join('\n');
      for (const word of [
        '14  accepted of 14',
        'controlled substance',
        'NO_FAX_NUMBER',
        'p99',
        'holds',
        'I10',
      ])
        assert.ok(page.includes(word), word);
    });
    it('takes its own store again, and begins anew', async () => {
      const repeated = await demo({ orders: 2, store, asOf: '2022-06-01' });
      assert.equal(repeated.orders.accepted, 2);
      assert.ok(repeated.holds);
      assert.equal(repeated.coverage?.ofEndedPlans, 0, 'on that day the plan had not ended');
      assert.match(reportLines(repeated).join('\n'), /asked before signing as of 2022-06-01/);
    });
  });

  it('refuses a folder that it did not make', async () => {
    const foreign = join(directory, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'keep.txt'), 'mine');
    assert.match(await refusal({ store: foreign }), /not made by the demo/);
    assert.match(await refusal({ out: foreign }), /other files/);
    assert.equal(readFileSync(join(foreign, 'keep.txt'), 'utf8'), 'mine');
  });
  it('refuses every carrier but the simulated ones', async () => {
    assert.match(await refusal({ env: { FAX_URL: 'https://fax.example.com' } }), /real fax numbers/);
    assert.match(await refusal({ env: { TEXT_URL: 'https://text.example.com' } }), /real fax numbers/);
  });
  it('is the only one to ask coverage as of another day: a service of production refuses to', async () => {
    const store = join(directory, 'production');
    const config = readConfig({
      ENVIRONMENT: 'production',
      BASE_URL: 'https://rx.example.com',
      PESTLE_DATA_DIR: store,
      ...Object.fromEntries(
        ['IDENTITY_KEY', 'LINK_KEY', 'DATA_KEY'].map((name) => [name, randomBytes(32).toString('base64')]),
      ),
    });
    await assert.rejects(createService(config, { coverageAsOf: '2022-06-01' }), /asked for today/);
  });
  it('names the files that are missing', async () => {
    const empty = join(directory, 'empty');
    mkdirSync(empty);
    assert.match(await refusal({ data: empty }), /pharmacies\.csv\.gz.*\*patients\*/);
    assert.match(await refusal({ data: join(directory, 'nowhere') }), /not a folder/);
  });

  describe('on PostgreSQL', { skip: skipWithoutPostgres }, () => {
    let server: PostgresServer;
    before(async () => {
      server = await startPostgres();
      await server.createDatabase('demo');
      await server.createDatabase('strangers');
    });
    after(() => server.stop());

    it('fills an empty database as a login that owns nothing, and takes its own again', async () => {
      for (let run = 1; run <= 2; run += 1) {
        const report = await demo({ orders: 3, store: server.ownerUrl('demo') });
        assert.equal(report.store, 'postgres');
        assert.ok(report.holds, JSON.stringify(report.invariants));
      }
    });
    it('refuses a database that it did not make', async () => {
      const { withPostgresOwner } = await import('@pestle/service/store');
      const { sql } = await import('kysely');
      await withPostgresOwner(server.ownerUrl('strangers'), (owner) =>
        sql`create table mine ()`.execute(owner),
      );
      assert.match(await refusal({ store: server.ownerUrl('strangers') }), /not made by the demo/);
    });
  });

  /** A run over a store of its own, in a temporary folder that must be empty again. */

  it('leaves nothing behind without a store', async () => {
    const before = process.env['TMPDIR'];
    const temporary = join(directory, 'temporary');
    mkdirSync(temporary);
    process.env['TMPDIR'] = temporary;
    try {
      const report = await demo({ orders: 1 });
      assert.ok(report.holds);
      assert.deepEqual(readdirSync(temporary), [], 'something was left behind');
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  });
});
