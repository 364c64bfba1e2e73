// Goal: an operator makes a first organization whose administrator can sign in, and learns clearly what is wrong otherwise.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findOrganization } from '@pestle/service/for-tests/organization';
import { openEmbeddedStore } from '@pestle/service/store';
import { openCommandLine, type Ran } from '@pestle/testbed/processes/command-line';
import { layMigratedStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

interface Made {
  readonly organization: string;
  readonly application: string;
  readonly portal: { readonly url: string; readonly application: string };
  readonly password: string;
}

/** What was said of a command that failed. */
function refusalIn({ status, stdout, stderr }: Ran): string {
  assert.notEqual(status, 0, stdout);
  assert.equal(stdout, '');
  return stderr;
}

test('pestle organization: one is made, with a password that is shown once, and its settings are changed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pestle-organization-'));
  await layMigratedStore(directory);
  const commandLine = openCommandLine();
  after(() => commandLine.close());
  const env = {
    PESTLE_DATA_DIR: directory,
    IDENTITY_KEY: key(1),
    LINK_KEY: key(2),
    DATA_KEY: key(3),
  };
  const create = (...args: string[]): Promise<Ran> =>
    commandLine.runWith(env, 'organization', 'create', ...args);
  const complete = ['--name', 'Elm Clinic', '--admin-email', 'ann@elm.example', '--admin-name', 'Ann Elm'];
  try {
    const { status, stdout, stderr } = await create(
      ...complete,
      '--callback',
      'https://elm.example/back',
      '--origin',
      'https://elm.example',
      '--json',
    );
    assert.deepEqual([status, stderr], [0, '']);
    const { organization: id, application, portal, password, ...others } = JSON.parse(stdout) as Made;
    assert.match(id, /^org_[0-9A-Z]{26}$/);
    assert.match(application, /^app_[0-9A-Z]{26}$/);
    assert.match(portal.application, /^app_[0-9A-Z]{26}$/);
    assert.match(portal.url, /\/portal\/$/);
    assert.match(password, /^\S{20}$/);
    assert.deepEqual(others, { administrator: 'ann@elm.example' });
    const settings = (...args: string[]): Promise<Ran> =>
      commandLine.runWith(env, 'organization', 'settings', ...args);
    const refused = async (...args: string[]): Promise<string> => refusalIn(await settings(...args));
    assert.deepEqual(JSON.parse((await settings(id, '--patient-reentry', 'on', '--json')).stdout), {
      organization: id,
      patientReentry: 'on',
    });
    assert.match(
      (await settings(id, '--staff-choose-pharmacy', 'off')).stdout,
      /: the choice of a pharmacy by staff is off\.\n$/,
    );
    for (const [option, value, line] of [
      ['--off-catalog', 'off', /: prescribing outside of catalog and templates is off\.\n$/],
      ['--written-treatments', 'on', /: prescribing what is in no drug file is on\.\n$/],
      ['--duplicates', 'refuse-same', /: of likely duplicates: .* the very same treatment is refused\.\n$/],
      ['--coverage', 'never', /: payers are asked nowhere\.\n$/],
    ] as const)
      assert.match((await settings(id, option, value)).stdout, line);
    assert.deepEqual(
      JSON.parse(
        (
          await settings(
            id,
            '--office-hours',
            '07:30-17:00',
            '--office-days',
            '1,2,3,4',
            '--office-holidays',
            '2026-12-25',
            '--desk-mail-to',
            'desk@elm.example',
            '--desk-reminders',
            'late, after-hours',
            '--json',
          )
        ).stdout,
      ),
      {
        organization: id,
        officeHours: '07:30-17:00',
        officeDays: '1,2,3,4',
        officeHolidays: '2026-12-25',
        deskMailTo: 'desk@elm.example',
        deskReminders: ['late', 'after-hours'],
      },
    );
    assert.match(
      await refused(id, '--office-hours', '18:00-08:00'),
      /--office-hours: The office closes after it opens/,
    );
    assert.match(
      await refused(id, '--after-hours-owner', `usr_${'0'.repeat(26)}`),
      /There is no user with this id/,
    );
    const store = await openEmbeddedStore(directory);
    try {
      const row = await store.asKeeper((tx) => findOrganization(tx, id));
      assert.deepEqual(
        [row.office_opens, row.office_closes, row.office_days, row.office_holidays, row.desk_mail_to],
        ['07:30', '17:00', [1, 2, 3, 4], ['2026-12-25'], 'desk@elm.example'],
      );
      assert.deepEqual(row.desk_reminders_off, ['entered', 'late-to-practice']);
      const { name, settings: kept } = await store.asKeeper((tx) => findOrganization(tx, id));
      assert.deepEqual(
        [name, kept],
        [
          'Elm Clinic',
          {
            patientReentry: true,
            staffMayChoosePharmacy: false,
            offCatalog: false,
            writtenTreatments: true,
            duplicates: 'refuse-same',
            coverage: 'never',
          },
        ],
      );
    } finally {
      await store.close();
    }
    assert.match(
      await refused(id),
      /Name a setting: --patient-reentry, --staff-choose-pharmacy, --staff-second-factor, --session-idle, --off-catalog, --written-treatments, --duplicates, --coverage, --patient-texts, --texts-at-night/,
    );
    assert.match(
      await refused('org_unknown', '--patient-reentry', 'off'),
      /There is no organization with this id/,
    );
    const organizations = async (): Promise<number> => {
      const opened = await openEmbeddedStore(directory);
      const { rows } = await opened.asOwner((owner) => sql`select 1 from organization`.execute(owner));
      await opened.close();
      return rows.length;
    };
    const refusal = async (...args: string[]): Promise<string> => refusalIn(await create(...args));
    const nameless = ['--name', 'X', '--admin-email', 'x@example.org', '--admin-name', 'Prince'];
    assert.match(await refusal(...nameless), /write a first and a last name/);
    assert.match(
      await refusal(...complete, '--time-zone', 'Mars/Olympus'),
      /--time-zone: write an IANA name/,
    );
    assert.match(await refusal('--name', 'Elm'), /required option '--admin-email/);
    assert.match(
      await refusal(...complete, '--callback', 'https://elm.example/#x'),
      /--callback: A callback/,
    );
    assert.match(await refusal(...complete, '--origin', 'https://elm.example'), /--callback: name the page/);
    assert.equal(await organizations(), 1, 'what was refused left nothing half made');
    const network = await create('--name', 'Network', ...complete.slice(2));
    assert.match(network.stdout, /^Application {3}none \(a page [^]*^Password {6}the one that this person/m);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
