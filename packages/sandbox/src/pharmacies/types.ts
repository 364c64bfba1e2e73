// Owns the words for a simulated pharmacy: who it is, how it is reached, how it behaves and what it reports.

/** How the service proves itself at an endpoint. */
export type EndpointAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'apiKey'; readonly header: string; readonly value: string }
  | {
      readonly kind: 'oauth2';
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope?: string;
    }
  | {
      readonly kind: 'mtls';
      readonly certificatePem: string;
      readonly privateKeyPem: string;
      readonly authorityPem?: string;
    };

/** One call of a proprietary API as configuration: the body is JSONata over the record, `accepted` over `{status, body}`. */
export type ApiCall = {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: string;
  readonly accepted: string;
  readonly duplicate?: string;
};

/** A call that cancels: its answer may also say what became of it, in JSONata over the same. */
export type ApiCancelCall = ApiCall & {
  readonly approved?: string;
  readonly denied?: string;
  readonly reason?: string;
};

/** How a pharmacy is reached (D6–D8). The service validates the same shape. */
export type Integration = {
  readonly stage: 'scoping' | 'testing' | 'live';
  readonly technicalContact?: { readonly name: string; readonly email: string; readonly phone?: string };
  readonly conformancePassedAt?: string;
  readonly channel: 'script' | 'api';
  readonly partnerId?: string;
  readonly endpoint: {
    readonly url: string;
    readonly auth: EndpointAuth;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly script?: {
    readonly version: ScriptVersion;
    readonly form: ScriptForm;
    readonly cancel: 'reduced' | 'full';
    readonly shape?: 'own' | '2017071';
    readonly versionAttributes?: string;
    readonly acknowledge: 'script' | 'http';
    readonly acknowledgeTypes?: readonly string[];
    readonly senderTertiaryId?: string;
    readonly receiverTertiaryId?: string;
    readonly set?: Readonly<Record<string, string>>;
    readonly drop?: readonly string[];
    readonly noteLines?: readonly string[];
  };
  readonly api?: { readonly newRx: ApiCall; readonly cancelRx?: ApiCancelCall };
  readonly lane?: { readonly concurrency?: number; readonly ratePerSecond?: number };
  readonly attempts?: { readonly offsetsMs?: readonly number[]; readonly timeoutMs?: number };
  readonly maintenance?: readonly { readonly start: string; readonly end: string }[];
};

export type ScriptVersion = '2017071' | '2023011';
export type ScriptForm = 'xml' | 'json';

/** How a pharmacy proves itself at the status hook (H1). */
export type HookCredential =
  | { readonly kind: 'bearer'; readonly key: string }
  | { readonly kind: 'standard-webhooks'; readonly keyId: string; readonly secret: `whsec_${string}` };

/** A US address, in the words of the API. */
export type Address = {
  readonly street1: string;
  readonly street2?: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: 'US';
};

export type Weekday = 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN';
/** Times of the pharmacy's own zone, `HH:MM`. */
export type OpeningHours = {
  readonly days: readonly Weekday[];
  readonly opens: string;
  readonly closes: string;
};

/** The ways in which an endpoint can behave; one file each in `behaviours/`. */
export type BehaviourName =
  | 'accepts'
  | 'accepts-for-others'
  | 'accepts-then-drops'
  | 'answers-garbage'
  | 'answers-late'
  | 'answers-slowly'
  | 'asks-to-wait'
  | 'fails-always'
  | 'fails-twice'
  | 'never-answers'
  | 'redirects'
  | 'rejects';

/** What a fax line does with a call. `cut-off-twice`: two calls end when only some of the pages have come out. `no-fax-machine`: the number is a person's. */
export type FaxLine = 'delivers' | 'busy-twice' | 'never-picks-up' | 'cut-off-twice' | 'no-fax-machine';

/** What a pharmacy reports by itself after it took an order. */
export type RoutineName = 'picks-up' | 'picks-up-and-asks' | 'ships' | 'cancels' | 'cannot-fill';

/** A pharmacy of the sandbox: the record the service imports, and how the simulation plays it. */
export type SimulatedPharmacy = {
  readonly id: string;
  readonly name: string;
  readonly ncpdpId: string;
  readonly npi: string;
  readonly kind: 'LOCAL_PICKUP' | 'MAIL_ORDER';
  readonly address: Address;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
  /** Ten digits. */
  readonly phone: string;
  /** Ten digits. */
  readonly fax: string;
  readonly openingHours?: readonly OpeningHours[];
  readonly integration: Integration | null;
  readonly hookCredential: HookCredential;
  /** Its own words for the statuses that it reports, each with what is meant. */
  readonly statusWords?: Readonly<Record<string, 'READY' | 'RECEIVED' | 'FILLING'>>;
  /** What it does, in one sentence, for the docs and the control room. */
  readonly does: string;
  /** What somebody who sends it an order will see. */
  readonly expect: string;
  readonly behaviour: BehaviourName;
  /** What it asks for at its own endpoint, where that differs from what its integration carries. */
  readonly wants?: EndpointAuth;
  /** Its answer to a message that it already holds: the same answer again, or Error 900/220. */
  readonly duplicates: 'same-answer' | 'error-220';
  /** Its answer to a CancelRx: a CancelRxResponse at once, or later after a Status; only a Status; or nothing at all. */
  readonly cancels: 'approves' | 'denies' | 'denies-later' | 'status-only' | 'never-answers';
  readonly faxLine: FaxLine;
  readonly routine?: RoutineName;
};

/** A network that takes messages for its pharmacies. */
export type SimulatedPartner = {
  readonly id: string;
  readonly name: string;
  readonly endpoint: { readonly url: string; readonly auth: EndpointAuth };
  readonly hookCredential: HookCredential;
  readonly does: string;
};

/** A pharmacy that is added while the peers run: it accepts, in one version and form. */
export type AddedPharmacy = {
  readonly pharmacyId: string;
  readonly ncpdpId: string;
  readonly version: ScriptVersion;
  readonly form: ScriptForm;
  readonly hookCredential?: HookCredential;
};
