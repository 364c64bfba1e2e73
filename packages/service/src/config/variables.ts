// The table of environment variables: what each decides and what holds without it; the reference is made from it.

import { OPERATOR_VARIABLES } from './operator-variables.ts';
import type { Variable } from './variable.ts';

/** Every variable that the service reads, in the order of the reference. */
export const VARIABLES = [
  {
    name: 'ENVIRONMENT',
    about:
      '`production`, `staging` or `sandbox`. Production hides introspection, refuses deliveries to private addresses and wants HTTPS.',
    without: '`production`',
  },
  {
    name: 'BASE_URL',
    about:
      'The public address, such as `https://rx.example.com`: issuer of tokens, address in links and on faxes.',
    without: '`http://HOST:PORT`, on loopback only',
  },
  { name: 'HOST', about: 'The address to listen on.', without: '`127.0.0.1` (loopback)' },
  { name: 'PORT', about: 'The port to listen on.', without: '`8080`' },
  { name: 'ADMIN_HOST', about: "The address of the operators' listener.", without: '`127.0.0.1`' },
  {
    name: 'ADMIN_PORT',
    about: "The port of the operators' listener: `/metrics`, `/healthz`, `/readyz`.",
    without: 'no such listener',
  },
  {
    name: 'CONSOLE_URL',
    about:
      "The address of the operators' console, such as `https://operators.example.com`: an origin of its own, best on a host of its own, for operators only.",
    without: '`http://CONSOLE_HOST:CONSOLE_PORT`, on loopback only',
  },
  {
    name: 'CONSOLE_HOST',
    about: "The address on which the operators' console listens.",
    without: '`127.0.0.1`',
  },
  {
    name: 'CONSOLE_PORT',
    about: "The port of the operators' console and of the API for operators.",
    without: 'no console',
  },
  {
    name: 'DATABASE_URL',
    about:
      'PostgreSQL 15 or newer, by a login that owns nothing and is a member of the roles `app`, `door`, `courier` and `keeper` (`pestle migrate --serving-login`). With `?statements=unnamed` at its end no statement keeps a name on a connection, as a pooler by transaction needs it.',
    without: 'the embedded store in PESTLE_DATA_DIR',
    secret: true,
  },
  {
    name: 'MIGRATE_DATABASE_URL',
    about: 'The same database by the owner of the schema. Read by `pestle migrate` and `pestle doctor` only.',
    without: 'no migrations on PostgreSQL',
    secret: true,
  },
  {
    name: 'DATABASE_CONNECTIONS_MAX',
    about: 'Connections of this node to PostgreSQL.',
    without: 'the limit `postgresConnectionsMax`',
  },
  { name: 'PESTLE_DATA_DIR', about: 'Where the embedded store lives.', without: '`.pestle/data`' },
  {
    name: 'IDENTITY_KEY',
    about:
      '32 random bytes in base64 or hex: seals signing keys and second factors, signs cookies. The same on every node. The service refuses to start with a key that does not open what the store holds.',
    without: 'an error',
    secret: true,
  },
  {
    name: 'IDENTITY_KEYS_PREVIOUS',
    about:
      'Comma list of other keys that still verify and open: earlier values of IDENTITY_KEY, until `pestle doctor` says that none is needed; on several nodes also the next one, before it becomes IDENTITY_KEY.',
    without: 'none',
    secret: true,
  },
  {
    name: 'LINK_KEY',
    about:
      '32 random bytes in base64 or hex: the secrets on faxes and in messages to patients derive from it. The same on every node.',
    without: 'an error',
    secret: true,
  },
  {
    name: 'LINK_KEYS_PREVIOUS',
    about:
      'Comma list of earlier values of LINK_KEY: a fax that is tried again carries the link that it carried before. On several nodes also the next one, before it becomes LINK_KEY.',
    without: 'none; such a fax gets a new link, and the old page says that it was replaced',
    secret: true,
  },
  {
    name: 'DATA_KEY',
    about:
      '32 random bytes in base64 or hex: wraps the keys that seal health information in the store. The same on every node; without it the store cannot be read. Keep a copy away from the store.',
    without: 'an error',
    secret: true,
  },
  {
    name: 'DATA_KEYS_PREVIOUS',
    about:
      'Comma list of earlier values of DATA_KEY that still open what they wrapped, until `pestle vault rewrap` has run.',
    without: 'none',
    secret: true,
  },
  {
    name: 'REQUIRE_SECOND_FACTOR',
    about:
      '`true` or `false`: whether prescribers, administrators and operators must have a second factor, and staff where their organization says so.',
    without: '`true`; `false` in the sandbox',
  },
  {
    name: 'SIGNING_PROOF_AGE_SECONDS',
    about: 'How old the proof of who a prescriber is may be when they sign: 60 to 86400 seconds.',
    without: '900 where a second factor is required; no bound otherwise',
  },
  {
    name: 'ATTESTATION',
    about:
      'What prescribers agree to once before they sign, as JSON `{"version", "text"}`, or `none`. A new version is asked for again. May stand in a file named by `ATTESTATION_FILE`.',
    without: 'a text of our own; `none` in the sandbox',
    long: true,
  },
  {
    name: 'EXTERNAL_ISSUERS',
    about:
      'OpenID issuers of organizations that stand in for our password, as a JSON list of `{name, label, issuer, clientId, clientSecret?, organizationId, replacesPassword, provesSecondFactor, scope?, claims?: {email?, emailVerified?}}`.',
    without: 'none',
    secret: true,
  },
  {
    name: 'PASSWORD_RANGE_URL',
    about:
      'A service that knows breached passwords by ranges of hashes, such as `https://api.pwnedpasswords.com/range` or a mirror of it: asked with the first five hexadecimal digits of a SHA-1 when a password is chosen and at each sign-in with one. Where it does not answer in 1.5 s the password passes ([passwords](../security/sign-in.md#passwords)).',
    without: 'nobody is asked; the list that comes with the service counts alone',
  },
  {
    name: 'MAIL_URL',
    about:
      'Where e-mails go: `smtps://user:password@host:port`, or `smtp://…` with STARTTLS (asked of every host but this machine).',
    without:
      'no e-mails: administrators see invitation links and pass them on; nobody can ask for a new password',
    secret: true,
  },
  {
    name: 'MAIL_FROM',
    about: 'The e-mail address that mails come from.',
    without: 'an error when MAIL_URL is set',
  },
  {
    name: 'WITNESS_FILE',
    about:
      'A small file outside of the store and of its backups, by which a node notices at its start that the store is an older state ([running Pestle](../guides/running.md#after-a-restore)). Each node on PostgreSQL has its own.',
    without: 'on PostgreSQL none; for the embedded store `PESTLE_DATA_DIR` with `.witness` behind it',
  },
  {
    name: 'START_IN_QUARANTINE',
    about:
      'A word of your own for a restore, such as `restore-2026-11-23`: the node starts in quarantine, once for each word ([queue](../guides/queue.md#after-a-restore)). Letters, digits, `.`, `:`, `_` and `-`.',
    without: 'in quarantine only where an older state is noticed',
  },
  {
    name: 'DELIVERY_ALLOW',
    about:
      'Comma list of private ranges (`10.20.0.0/16`) in which endpoints of pharmacies and partners may live. Only an endpoint that names a `privateNetwork` inside one is reached there; this machine, link-local and metadata addresses never are.',
    without: 'public addresses only',
  },
  {
    name: 'TRUSTED_PROXIES',
    about: 'Comma list of addresses or CIDR ranges whose `X-Forwarded-For` is believed.',
    without: "nobody's",
  },
  {
    name: 'API_REQUESTS_PER_MINUTE',
    about:
      'Requests to the API that one user or machine client may make in a minute, 10 to 9,999,999, counted over all nodes; an address has ten times, an application twenty times as many.',
    without: 'the limit `requestsPerMinute`; no quota in the sandbox',
  },
  {
    name: 'STAGING_URL',
    about: 'The address of the staging sibling, for `/.well-known/pestle`.',
    without: 'none stated',
  },
  {
    name: 'OPERATOR_CONTACT',
    about: 'An e-mail or web address for pharmacies and integrators.',
    without: 'none shown',
  },
  {
    name: 'SCRIPT_SENDER_ID',
    about: 'Our id in the `From` of SCRIPT messages, as pharmacies know us.',
    without: '`PESTLE`',
  },
  {
    name: 'SCRIPT_SENDER_TERTIARY_ID',
    about: 'Our tertiary identification in SCRIPT messages, where a network assigned one.',
    without: '`PESTLE`',
  },
  {
    name: 'FAX_CARRIER',
    about:
      'Who carries faxes: `http` (our own interface: a fax is `PUT`, and its state `GET`), `telnyx`, `sinch`, or `smtp` (by e-mail to a gateway): see the guide for carriers.',
    without: '`http` when FAX_URL is set, else no faxes: fills that need one are STUCK with a reason',
  },
  {
    name: 'FAX_URL',
    about:
      "The fax carrier's address. With `http` a fax goes to `FAX_URL/<id>` by PUT; with `smtp` it is `smtps://host:port`, or `smtp://…` with STARTTLS (asked of every host but this machine).",
    without: "the carrier's own address; an error where it has none",
  },
  {
    name: 'FAX_KEY',
    about:
      'As the carrier wants it: a bearer key (`http`, `telnyx`), `key id:key secret` (`sinch`), `user:password` (`smtp`).',
    without: 'an error when there is a fax carrier',
    secret: true,
  },
  {
    name: 'FAX_ACCOUNT',
    about:
      "What the fax carrier knows us by: the id of the fax application (`telnyx`), of the project (`sinch`), or the gateway's form of an address with NUMBER for the ten digits, such as `1NUMBER@fax.example.com` (`smtp`).",
    without: 'an error where the carrier needs it',
  },
  {
    name: 'FAX_FROM',
    about: 'The number that faxes come from: ten digits. Of a carrier it must be a number of the account.',
    without: 'an error when there is a fax carrier',
  },
  {
    name: 'FAX_MAIL_FROM',
    about:
      'With `smtp`: the e-mail address that faxes to the gateway come from. Its reports go there, and people must read them.',
    without: 'an error with `smtp`',
  },
  {
    name: 'FAX_RECEIPT_KEYS',
    about:
      "Comma list of keys by which the carrier's receipts at `/v1/hooks/carriers/fax` are known to be its own: the account's public key (`telnyx`). Several while one replaces another.",
    without: 'no receipts are taken: faxes are asked about while their attempts last, eleven minutes in all',
    secret: true,
  },
  {
    name: 'TEXT_CARRIER',
    about:
      'Who carries text messages: `http` (our own interface), `telnyx` or `twilio`: see the guide for carriers.',
    without: '`http` when TEXT_URL is set, else no text messages',
  },
  {
    name: 'TEXT_URL',
    about: "The text message carrier's address.",
    without: "the carrier's own address; an error where it has none",
  },
  {
    name: 'TEXT_KEY',
    about: 'The bearer key for the text message carrier; with `twilio` the auth token of the account.',
    without: 'an error when there is a text message carrier',
    secret: true,
  },
  {
    name: 'TEXT_ACCOUNT',
    about: 'With `twilio`: the Account SID.',
    without: 'an error where the carrier needs it',
  },
  {
    name: 'TEXT_FROM',
    about:
      'The number that text messages come from: ten digits, a number of the account (`telnyx`, `twilio`).',
    without: 'an error where the carrier needs it',
  },
  {
    name: 'TEXT_RECEIPT_KEYS',
    about:
      "Comma list of keys by which the carrier's receipts at `/v1/hooks/carriers/text` are known to be its own: the account's public key (`telnyx`), auth tokens (`twilio`). Several while one replaces another.",
    without:
      'TEXT_KEY with `twilio`; else no receipts are taken, and a text counts as sent when the carrier took it',
    secret: true,
  },
  {
    name: 'PAYERS',
    about:
      'Payers that are asked in real time what a plan covers, as a JSON list of `{name, bins, pcns?, url, auth, payerId?, timeoutMs?, concurrency?}`: see the guide for payers.',
    without: 'none: coverage is answered from the imported lists of plans',
    secret: true,
  },
  {
    name: 'MAINTENANCE_WAIT_MINUTES',
    about:
      'How long a prescription or a cancel waits for announced maintenance of a pharmacy or partner to end, 0 to 240 minutes in all; what cannot goes by fax at once. Maintenance of the whole service is always waited for.',
    without: 'the limit `maintenanceWaitMs`: 30 minutes',
  },
  {
    name: 'DELIVERIES_AT_A_TIME',
    about:
      'How many messages one node has under way at a time, 1 to 10,000, and as many texts to patients besides: fewer where the way out of the network allows few connections. What a pharmacy takes at a time is a setting of its endpoint.',
    without: 'the limit `deliveriesAtATime`: 1,024',
  },
  ...OPERATOR_VARIABLES,
  { name: 'LOG_LEVEL', about: '`silent`, `error`, `warn`, `info` or `debug`.', without: '`info`' },
] as const satisfies readonly Variable[];
