// Holds the configuration to its table: defaults, every refusal, secrets from files and never in messages.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';
import { parseKey } from './reader.ts';
import { VARIABLES } from './variables.ts';

const keys = {
  IDENTITY_KEY: randomBytes(32).toString('base64'),
  LINK_KEY: randomBytes(32).toString('hex'),
  DATA_KEY: randomBytes(32).toString('base64'),
};

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
}

test('with three keys alone it is a production service on loopback with the embedded store', () => {
  const config = readConfig(keys);
  assert.equal(config.environment, 'production');
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.baseUrl, 'http://127.0.0.1:8080');
  assert.deepEqual(config.store, { kind: 'embedded', directory: '.pestle/data' });
  assert.equal(config.requireSecondFactor, true);
  assert.equal(config.deliveries, 'public');
  assert.equal(config.admin, null);
  assert.equal(config.fax, null);
  assert.equal(config.identityKey.length, 32);
  assert.equal(config.requestsPerMinute, 3_000);
  assert.equal(readConfig({ ...keys, API_REQUESTS_PER_MINUTE: '600' }).requestsPerMinute, 600);
  assert.equal(readConfig({ ...keys, ENVIRONMENT: 'sandbox' }).requestsPerMinute, null);
  assert.equal(readConfig(keys).maintenanceWaitMs, 30 * 60_000);
  assert.equal(readConfig({ ...keys, MAINTENANCE_WAIT_MINUTES: '0' }).maintenanceWaitMs, 0);
  assert.equal(readConfig(keys).deliveriesAtATime, 1_024);
  assert.equal(readConfig({ ...keys, DELIVERIES_AT_A_TIME: '16' }).deliveriesAtATime, 16);
});

test('alerts and traces go where the variables say, and nowhere without them', () => {
  assert.deepEqual([readConfig(keys).alerts, readConfig(keys).traces], [null, null]);
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const url = 'https://alerts.example.com/pestle';
  assert.deepEqual(readConfig({ ...keys, ALERT_URL: url, ALERT_KEY: secret }).alerts, { url, secret });
  assert.match(problemsOf({ ...keys, ALERT_URL: url })[0] ?? '', /^ALERT_KEY is missing/);
  const collector = { ...keys, OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com:4318/' };
  assert.deepEqual(readConfig(collector).traces, {
    url: 'https://collector.example.com:4318/v1/traces',
    headers: {},
    serviceName: 'pestle',
    sampler: 'parentbased_always_on',
    ratio: 1,
  });
  const all = {
    ...collector,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%3Db, tenant=north',
    OTEL_SERVICE_NAME: 'pestle-north',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  };
  assert.deepEqual(readConfig(all).traces, {
    url: 'https://traces.example.com/otlp',
    headers: { 'x-key': 'a=b', tenant: 'north' },
    serviceName: 'pestle-north',
    sampler: 'traceidratio',
    ratio: 0.25,
  });
  assert.equal(readConfig({ ...all, OTEL_SDK_DISABLED: 'true' }).traces, null);
});

test('every variable that can be wrong is refused by its name, without its value', () => {
  const wrong: Record<string, string> = {
    ENVIRONMENT: 'canary-value',
    BASE_URL: 'canary-value',
    PORT: '70000',
    ADMIN_PORT: 'canary-value',
    CONSOLE_PORT: 'canary-value',
    DATABASE_URL: 'mysql://canary-value',
    DATABASE_CONNECTIONS_MAX: '0',
    ALERT_URL: 'ftp://canary-value',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://canary-value',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'canary-value',
    OTEL_EXPORTER_OTLP_HEADERS: 'canary-value',
    OTEL_TRACES_SAMPLER: 'canary-value',
    OTEL_TRACES_SAMPLER_ARG: '1.5',
    OTEL_SDK_DISABLED: 'canary-value',
    IDENTITY_KEY: 'canary-value',
    LINK_KEY: 'canary-value',
    DATA_KEY: 'canary-value',
    DATA_KEYS_PREVIOUS: 'canary-value',
    IDENTITY_KEYS_PREVIOUS: 'canary-value',
    LINK_KEYS_PREVIOUS: 'canary-value',
    REQUIRE_SECOND_FACTOR: 'canary-value',
    PAYERS: 'canary-value',
    SIGNING_PROOF_AGE_SECONDS: '59',
    PASSWORD_RANGE_URL: 'http://canary-value.example/range',
    ATTESTATION: '{"version": "canary-value"}',
    EXTERNAL_ISSUERS: '[{"name": "canary-value"}]',
    MAIL_URL: 'https://canary-value.example',
    DELIVERY_ALLOW: 'canary-value',
    TRUSTED_PROXIES: 'canary-value',
    API_REQUESTS_PER_MINUTE: 'canary-value',
    STAGING_URL: 'canary-value',
    SCRIPT_SENDER_ID: 'canary value',
    SCRIPT_SENDER_TERTIARY_ID: 'canary value',
    FAX_URL: 'canary-value',
    TEXT_URL: 'canary-value',
    FAX_MAIL_FROM: 'canary-value',
    LOG_LEVEL: 'canary-value',
  };
  const problems = problemsOf(wrong);
  for (const name of Object.keys(wrong))
    assert.equal(problems.filter((problem) => problem.startsWith(`${name} `)).length, 1, name);
  assert.doesNotMatch(problems.join('\n'), /canary/);
});

test('keys are required, differ, and have 32 bytes', () => {
  assert.equal(problemsOf({}).length, 3);
  assert.deepEqual(problemsOf({ ...keys, IDENTITY_KEY: keys.LINK_KEY }), [
    'LINK_KEY must differ from IDENTITY_KEY.',
  ]);
  assert.deepEqual(problemsOf({ ...keys, DATA_KEY: keys.LINK_KEY }), [
    'DATA_KEY must differ from IDENTITY_KEY and LINK_KEY.',
  ]);
  const previous = readConfig({ ...keys, DATA_KEYS_PREVIOUS: `${keys.LINK_KEY}, ${keys.DATA_KEY}` }).dataKeys
    .previous;
  assert.deepEqual(
    previous.map((key) => Buffer.from(key).toString('base64')),
    [Buffer.from(keys.LINK_KEY, 'hex').toString('base64'), keys.DATA_KEY],
  );
  const others = readConfig({
    ...keys,
    IDENTITY_KEYS_PREVIOUS: keys.DATA_KEY,
    LINK_KEYS_PREVIOUS: keys.DATA_KEY,
  });
  for (const [key] of [others.identityKeysPrevious ?? [], others.linkKeysPrevious ?? []])
    assert.deepEqual(Buffer.from(key ?? []).toString('base64'), keys.DATA_KEY);
  assert.equal(parseKey('a'.repeat(64))?.length, 32);
  assert.equal(parseKey(randomBytes(32).toString('base64url'))?.length, 32);
  assert.equal(parseKey(randomBytes(31).toString('base64')), undefined);
});

test('secrets come from files, and a file that is not there is named', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pestle-config-'));
  const file = join(directory, 'identity');
  writeFileSync(file, `${keys.IDENTITY_KEY}\n`);
  const { IDENTITY_KEY: _given, ...others } = keys;
  const config = readConfig({ ...others, IDENTITY_KEY_FILE: file });
  assert.deepEqual(Buffer.from(config.identityKey).toString('base64'), keys.IDENTITY_KEY);
  rmSync(directory, { recursive: true });
  assert.match(problemsOf({ ...others, IDENTITY_KEY_FILE: file }).join(), /IDENTITY_KEY_FILE names a file/);
});

test('a carrier of its own kind is told what it needs, and every thing that is missing is named with what it is', () => {
  const telnyxKey = Buffer.alloc(32, 7).toString('base64');
  const telnyx = {
    ...keys,
    FAX_CARRIER: 'telnyx',
    FAX_KEY: 'KEY',
    FAX_ACCOUNT: '1293384261075731499',
    FAX_FROM: '6175550151',
    FAX_RECEIPT_KEYS: `${telnyxKey}, ${telnyxKey}`,
  };
  assert.deepEqual(readConfig(telnyx).fax, {
    url: 'https://api.telnyx.com/v2',
    key: 'KEY',
    carrier: 'telnyx',
    account: '1293384261075731499',
    receiptKeys: [telnyxKey, telnyxKey],
    from: '6175550151',
  });
  const missing = problemsOf({ ...keys, FAX_CARRIER: 'telnyx' }).join('\n');
  assert.match(missing, /FAX_KEY is missing: an API key of the account/);
  assert.match(missing, /FAX_ACCOUNT must be the id of the fax application/);
  assert.match(missing, /FAX_FROM must be the ten digits/);
  assert.match(
    problemsOf({ ...telnyx, FAX_RECEIPT_KEYS: 'abc' }).join(),
    /FAX_RECEIPT_KEYS is not a comma list/,
  );
  assert.match(problemsOf({ ...telnyx, FAX_CARRIER: 'pigeon' }).join(), /FAX_CARRIER is one of http, telnyx/);
  assert.match(problemsOf({ ...telnyx, FAX_CARRIER: 'constructor' }).join(), /FAX_CARRIER is one of/);
  const sinch = { ...telnyx, FAX_CARRIER: 'sinch', FAX_ACCOUNT: 'a-project' };
  assert.match(problemsOf(sinch).join(), /FAX_RECEIPT_KEYS is not used/);
  const smtp = {
    ...keys,
    FAX_CARRIER: 'smtp',
    FAX_URL: 'smtp://mail.example.com:587',
    FAX_KEY: 'user:password',
    FAX_ACCOUNT: '1NUMBER@fax.example.com',
    FAX_FROM: '6175550151',
    FAX_MAIL_FROM: 'faxes@clinic.example',
  };
  assert.equal(readConfig(smtp).fax?.mailFrom, 'faxes@clinic.example');
  const { FAX_URL: _url, FAX_MAIL_FROM: _from, ...bare } = smtp;
  assert.match(problemsOf(bare).join(), /FAX_URL is missing.*FAX_MAIL_FROM must be/);
  assert.match(problemsOf({ ...smtp, FAX_URL: 'https://mail.example.com' }).join(), /must begin with smtp/);
  assert.match(problemsOf({ ...smtp, FAX_ACCOUNT: 'x@fax.example.com' }).join(), /with NUMBER for the ten/);
  const twilio = {
    ...keys,
    TEXT_CARRIER: 'twilio',
    TEXT_KEY: 'token',
    TEXT_ACCOUNT: `AC${'0'.repeat(32)}`,
    TEXT_FROM: '(617) 555-0102',
  };
  // The auth token is also what its callbacks are signed with.
  assert.deepEqual(readConfig(twilio).text?.receiptKeys, ['token']);
  assert.match(problemsOf({ ...twilio, TEXT_FROM: '' }).join(), /TEXT_FROM must be the ten digits/);
});

test('Exposure: beyond loopback an address is required, and it is https', () => {
  assert.match(problemsOf({ ...keys, HOST: '0.0.0.0' }).join(), /BASE_URL is missing/);
  assert.match(problemsOf({ ...keys, HOST: '0.0.0.0', BASE_URL: 'http://rx.example.com' }).join(), /https/);
  assert.match(problemsOf({ ...keys, BASE_URL: 'https://rx.example.com/sub' }).join(), /path/);
  assert.equal(
    readConfig({ ...keys, HOST: '0.0.0.0', BASE_URL: 'https://rx.example.com/' }).baseUrl,
    'https://rx.example.com',
  );
});

test('Exposure: the console is an origin of its own, by https beyond this machine, and off without its port', () => {
  assert.equal(readConfig(keys).console, null);
  const own = { url: 'http://127.0.0.1:8090', host: '127.0.0.1', port: 8090 };
  assert.deepEqual(readConfig({ ...keys, CONSOLE_PORT: '8090' }).console, own);
  const beyond = { ...keys, CONSOLE_PORT: '8090', CONSOLE_HOST: '0.0.0.0' };
  assert.match(problemsOf(beyond).join(), /CONSOLE_URL is missing/);
  assert.match(problemsOf({ ...beyond, CONSOLE_URL: 'http://ops.example.com' }).join(), /CONSOLE_URL.*https/);
  const sameOrigin = {
    ...beyond,
    BASE_URL: 'https://rx.example.com',
    CONSOLE_URL: 'https://rx.example.com/',
  };
  assert.match(problemsOf(sameOrigin).join(), /must differ from BASE_URL/);
  assert.match(
    problemsOf({ ...keys, CONSOLE_URL: 'https://ops.example.com' }).join(),
    /CONSOLE_PORT is missing/,
  );
  assert.equal(
    readConfig({ ...beyond, CONSOLE_URL: 'https://ops.example.com' }).console?.url,
    'https://ops.example.com',
  );
});

test('a carrier needs its key, and faxes a number to come from', () => {
  assert.equal(problemsOf({ ...keys, FAX_URL: 'https://fax.example/v1' }).length, 2);
  assert.equal(problemsOf({ ...keys, TEXT_URL: 'https://text.example/v1' }).length, 1);
  const { fax } = readConfig({
    ...keys,
    FAX_URL: 'https://fax.example/v1/',
    FAX_KEY: 'k',
    FAX_FROM: '(617) 555-0151',
  });
  assert.deepEqual(fax, { url: 'https://fax.example/v1', key: 'k', from: '6175550151' });
});

test('only the sandbox delivers to its own machine and lets prescribers sign without a second factor', () => {
  const sandbox = readConfig({ ...keys, ENVIRONMENT: 'sandbox' });
  assert.equal(sandbox.deliveries, 'loopback');
  assert.equal(sandbox.requireSecondFactor, false);
  assert.equal(readConfig({ ...keys, ENVIRONMENT: 'staging' }).deliveries, 'public');
});

test('how people sign: an attestation of our own unless another, or none, is configured; mail needs its sender', () => {
  const { people } = readConfig(keys);
  assert.match(people?.attestation?.text ?? '', /prescribe/);
  assert.equal(readConfig({ ...keys, ATTESTATION: 'none' }).people?.attestation, null);
  assert.equal(readConfig({ ...keys, ENVIRONMENT: 'sandbox' }).people?.attestation, null);
  const issuer = {
    name: 'hospital',
    label: 'General Hospital',
    issuer: 'https://login.hospital.example',
    clientId: 'pestle',
    organizationId: 'org_00000000000000000000000000',
    replacesPassword: true,
    provesSecondFactor: true,
    claims: { email: 'upn', emailVerified: null },
  };
  const given = readConfig({
    ...keys,
    PASSWORD_RANGE_URL: 'https://range.example/range',
    SIGNING_PROOF_AGE_SECONDS: '300',
    ATTESTATION: JSON.stringify({ version: '7', text: 'I do.' }),
    EXTERNAL_ISSUERS: JSON.stringify([issuer]),
    MAIL_URL: 'smtps://user:word@mail.example',
    MAIL_FROM: 'pestle@clinic.example',
  }).people;
  assert.deepEqual(given, {
    passwordRangeUrl: 'https://range.example/range',
    signingProofAgeSeconds: 300,
    attestation: { version: '7', text: 'I do.' },
    externalIssuers: [issuer],
    mail: { url: 'smtps://user:word@mail.example', from: 'pestle@clinic.example' },
  });
  assert.match(
    problemsOf({ ...keys, EXTERNAL_ISSUERS: JSON.stringify([issuer, issuer]) }).join(),
    /EXTERNAL/,
  );
  assert.match(problemsOf({ ...keys, MAIL_URL: 'smtps://mail.example' }).join(), /MAIL_FROM/);
});

test('the table names each variable once', () => {
  const names = VARIABLES.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});

test('PAYERS: every problem is named by its place, without what was written; https, one name each', () => {
  const payer = {
    name: 'Example Health',
    bins: ['610014'],
    url: 'https://payer.example/fhir/',
    auth: { kind: 'bearer', token: 'canary' },
  };
  const read = (...payers: object[]) => ({ ...keys, PAYERS: JSON.stringify(payers) });
  assert.deepEqual(readConfig(read(payer)).payers, [{ ...payer, url: 'https://payer.example/fhir' }]);
  assert.deepEqual(readConfig(keys).payers, []);
  const problems = (...payers: object[]): string => problemsOf(read(...payers)).join('\n');
  assert.match(problems({ ...payer, bins: ['61001'] }), /\[0\]\.bins\[0\] must be 6 or 8 digits/);
  assert.match(
    problems({ ...payer, url: 'https://me:canary@payer.example' }),
    /\[0\]\.url must be an address/,
  );
  assert.match(problems({ ...payer, url: 'http://payer.example' }), /\[0\] must be asked by https/);
  const oauth2 = { kind: 'oauth2', tokenUrl: 'http://x.example', clientId: 'c', clientSecret: 'canary' };
  assert.match(problems({ ...payer, auth: oauth2 }), /\[0\] must be asked by https/);
  assert.match(problems({ ...payer, timeoutMs: 60_000 }), /\[0\]\.timeoutMs must be at most 5000/);
  assert.match(problems({ ...payer, auth: { kind: 'bearer' } }), /\[0\]\.auth\.token is missing/);
  assert.match(problems(payer, payer), /names two payers alike/);
  const all = problems({ ...payer, bins: [], auth: { kind: 'canary' }, tokn: 'canary' });
  assert.ok(all.split('\n').length >= 3 && !all.includes('canary'), all);
});
