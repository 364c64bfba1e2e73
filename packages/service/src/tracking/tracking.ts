// The door of the room `tracking`: what comes back from pharmacies, by the status hook, the SCRIPT inbox and the page behind a fax's link.
import type { FastifyPluginAsync } from 'fastify';
import type { CarrierReceipts } from '../delivery/inside.ts';
import type { ServiceMaintenance } from '../directory/inside.ts';
import type { Ports } from '../kernel/ports.ts';
import { Quotas } from '../quotas/quotas.ts';
import type { Store } from '../store/store.ts';
import { carrierHook } from './carrier/carrier-hook.ts';
import { createFindBearer } from './hook/authenticate.ts';
import { createKeyUses } from './hook/key-uses.ts';
import { HOOK_BODY } from './hook/read-body.ts';
import { type HookDeps, type QuotaSizes, statusHook } from './hook/status-hook.ts';
import type { ScriptSender } from './inbox/script-answer.ts';
import { scriptInbox } from './inbox/script-inbox.ts';
import { TRACKING_LIMITS } from './limits.ts';
import { linkPages } from './link/pages.ts';
import { pruneDeliveries } from './report/deliveries.ts';
import type { DeliveryListener } from './report/listener.ts';

export interface TrackingDeps {
  readonly store: Store;
  readonly ports: Ports;
  /** The public address, without a slash at the end. With `https:` the page's cookies are Secure. */
  readonly baseUrl: string;
  /** 32 secret bytes, the same from which the links are derived; whose quota it is stands in the store as a hash under it. */
  readonly linkKey: Uint8Array;
  /** Sessions that these began go on. */
  readonly linkKeysPrevious?: readonly Uint8Array[];
  /** `From` of the answers to SCRIPT messages. */
  readonly scriptSender: ScriptSender;
  readonly delivery: DeliveryListener & { readonly carrierReceipts: CarrierReceipts };
  /** Where pharmacies write to propose a status or ask for help: an e-mail address or telephone number. */
  readonly operatorContact?: string;
  /** In maintenance of the whole service hooks answer 503 and promise nothing (D12). */
  readonly maintenance: ServiceMaintenance;
  /** Called for every report to the status hook, once it is decided. */
  readonly onHook?: HookDeps['onHook'];
  /** Bounds that differ from the documented ones. */
  readonly quotaSizes?: Partial<QuotaSizes>;
  readonly bodyTimeoutMs?: number;
}

export interface Tracking {
  /** `/v1/hooks/pharmacy`, `/v1/hooks/script`, `/v1/hooks/carriers` and `/rx`. */
  readonly routes: FastifyPluginAsync;
  /** Forgets delivery ids older than 90 days; returns how many. Daily. */
  pruneDeliveries(): Promise<number>;
}

export function createTracking(deps: TrackingDeps): Tracking {
  const { store, ports } = deps;
  const hookDeps: HookDeps = {
    store,
    ports,
    findBearer: createFindBearer({ store, ports }),
    noteUse: createKeyUses({ store, ports }),
    delivery: deps.delivery,
    quotas: new Quotas({ store, ports, key: deps.linkKey, keysMax: TRACKING_LIMITS.quotaKeysMax }),
    bodyRules: { ...HOOK_BODY, timeoutMs: deps.bodyTimeoutMs ?? HOOK_BODY.timeoutMs },
    quotaSizes: {
      pharmacy: TRACKING_LIMITS.pharmacyCallsPerMinute,
      partner: TRACKING_LIMITS.partnerCallsPerMinute,
      order: TRACKING_LIMITS.orderReportsPerMinute,
      ...deps.quotaSizes,
    },
    operatorContact: deps.operatorContact,
    maintenance: deps.maintenance,
    onHook: deps.onHook,
  };
  return {
    routes: async (app) => {
      await app.register(statusHook(hookDeps));
      await app.register(
        carrierHook({ ...hookDeps, baseUrl: deps.baseUrl, receipts: deps.delivery.carrierReceipts }),
      );
      await app.register(scriptInbox({ ...hookDeps, scriptSender: deps.scriptSender }));
      await app.register(
        linkPages({
          store,
          ports,
          baseUrl: deps.baseUrl,
          linkKey: deps.linkKey,
          linkKeysPrevious: deps.linkKeysPrevious ?? [],
          delivery: deps.delivery,
          operatorContact: deps.operatorContact,
        }),
      );
    },
    pruneDeliveries: () => pruneDeliveries(store),
  };
}

/** The answers a pharmacy can give on the link's page: the accepted statuses, shipping, and "cannot fill" with a reason. */
export { cannotFillText } from './link/report-forms.ts';
