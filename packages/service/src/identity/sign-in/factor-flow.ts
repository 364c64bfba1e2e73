// Proves and enrols second factors in the course of a sign-in or on the account's page.
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import type { SlowDown } from '../../tries/tries.ts';
import { judge } from '../../tries/tries.ts';
import type { Account } from '../accounts/accounts.ts';
import { findAccountById } from '../accounts/accounts.ts';
import { secondFactorBudgets } from '../accounts/try-budgets.ts';
import type { IdentityKey } from '../identity-key.ts';
import type { PasskeySite } from '../second-factor/passkeys.ts';
import {
  proofOptions,
  provePasskey,
  registerPasskey,
  registrationOptions,
} from '../second-factor/passkeys.ts';
import {
  countRecoveryCodes,
  looksLikeRecoveryCode,
  replaceRecoveryCodes,
  useRecoveryCode,
} from '../second-factor/recovery-codes.ts';
import { markSecondFactor } from '../second-factor/second-factor.ts';
import type { TotpEnrolment } from '../second-factor/totp.ts';
import { beginTotp, confirmTotp, useTotp } from '../second-factor/totp.ts';
import type { Method } from './progress.ts';

export interface FactorDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly key: IdentityKey;
  readonly site: PasskeySite;
}

export type FactorOutcome =
  | { readonly kind: 'proved'; readonly methods: readonly Method[] }
  | { readonly kind: 'wrong' }
  | SlowDown;

export type EnrolOutcome =
  | {
      readonly kind: 'enrolled';
      readonly methods: readonly Method[];
      readonly recoveryCodes: readonly string[] | null;
    }
  | { readonly kind: 'wrong' };

export interface FactorFlow {
  /** A code of the app or on paper; throttled. */
  proveCode(accountId: string, code: string, device: string | null): Promise<FactorOutcome>;
  passkeyProof(accountId: string): Promise<{ readonly challenge: string }>;
  provePasskey(accountId: string, challenge: string, response: unknown): Promise<FactorOutcome>;
  beginTotp(account: Account): Promise<TotpEnrolment>;
  confirmTotp(accountId: string, code: string): Promise<EnrolOutcome>;
  passkeyRegistration(account: Account): Promise<{ readonly challenge: string }>;
  registerPasskey(
    accountId: string,
    given: { readonly challenge: string; readonly response: unknown; readonly name: string },
  ): Promise<EnrolOutcome>;
}

export function createFactorFlow(deps: FactorDeps): FactorFlow {
  const { store, ports, key, site } = deps;
  return {
    proveCode: (accountId, code, device) => proveCode(deps, accountId, code, device),
    passkeyProof: (accountId) => store.asDoor((tx) => proofOptions(tx, site, accountId)),
    provePasskey: async (accountId, challenge, response) => {
      const right = await store.asDoor((tx) =>
        provePasskey(tx, ports, site, accountId, { challenge, response }),
      );
      return right ? { kind: 'proved', methods: ['hwk', 'user', 'mfa'] } : { kind: 'wrong' };
    },
    beginTotp: (account) => store.asDoor((tx) => beginTotp(tx, { ports, key }, account)),
    confirmTotp: async (accountId, code) =>
      await store.asDoor(async (tx) => {
        const account = await findAccountById(tx, accountId);
        if (account === undefined || account.totpConfirmed) return { kind: 'wrong' };
        if (!(await useTotp(tx, { ports, key }, account, code))) return { kind: 'wrong' };
        await confirmTotp(tx, accountId, nowText(ports));
        await markSecondFactor(tx, accountId);
        return {
          kind: 'enrolled',
          methods: ['otp', 'mfa'],
          recoveryCodes: await firstCodes(deps, tx, accountId),
        };
      }),
    passkeyRegistration: (account) => store.asDoor((tx) => registrationOptions(tx, site, account)),
    registerPasskey: async (accountId, given) =>
      await store.asDoor(async (tx) => {
        if (!(await registerPasskey(tx, ports, site, accountId, given))) return { kind: 'wrong' };
        await markSecondFactor(tx, accountId);
        const recoveryCodes = await firstCodes(deps, tx, accountId);
        return { kind: 'enrolled', methods: ['hwk', 'user', 'mfa'], recoveryCodes };
      }),
  };
}

async function proveCode(
  deps: FactorDeps,
  accountId: string,
  code: string,
  device: string | null,
): Promise<FactorOutcome> {
  const { store, ports, key } = deps;
  const judged = await judge(deps, secondFactorBudgets(key, accountId, device), () =>
    store.asDoor(async (tx) => {
      const account = await findAccountById(tx, accountId);
      if (account === undefined) return false;
      if (looksLikeRecoveryCode(code)) return await useRecoveryCode(tx, { ports, key }, accountId, code);
      return account.totpConfirmed && (await useTotp(tx, { ports, key }, account, code));
    }),
  );
  return judged.kind === 'right' ? { kind: 'proved', methods: ['otp', 'mfa'] } : judged;
}

/** The first factor of an account brings recovery codes with it. */
async function firstCodes(
  { ports, key }: FactorDeps,
  tx: Parameters<typeof replaceRecoveryCodes>[0],
  accountId: string,
): Promise<readonly string[] | null> {
  if ((await countRecoveryCodes(tx, key, accountId)) > 0) return null;
  return await replaceRecoveryCodes(tx, { ports, key }, accountId);
}
