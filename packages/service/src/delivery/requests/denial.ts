// Writes the denial of a pharmacy's request as a SCRIPT message: it repeats what was asked, and says why not.
import type { Header, Message, RxChangeResponse, RxRenewalResponse } from '@pestle/script';
import { build, check, ScriptError, sentTime } from '@pestle/script';
import { CHANGE_DENIAL_REASONS, RENEWAL_DENIAL_REASONS } from '@pestle/script/codes';
import type { Integration } from '../../directory/inside.ts';
import { messageProfile } from '../../directory/inside.ts';
import type { PreparedMessage, ScriptSender } from '../channels/script.ts';
import type { RequestKind, RequestMessage } from './tables.ts';

export interface Denial {
  readonly messageId: string;
  readonly reasonCode: string;
  readonly note: string | null;
  readonly sentAt: Date;
}

/** The codes by which each kind is denied, with what they say. */
export const DENIAL_REASONS: Readonly<Record<RequestKind, Readonly<Record<string, string>>>> = {
  renewal: RENEWAL_DENIAL_REASONS,
  change: CHANGE_DENIAL_REASONS,
};

export function kindOf(request: RequestMessage): RequestKind {
  return request.type === 'RxRenewalRequest' ? 'renewal' : 'change';
}

/** The bytes for the pharmacy's settings; undefined where they cannot carry it. */
export function denialMessage(
  request: RequestMessage,
  denial: Denial,
  sender: ScriptSender,
  settings: NonNullable<Integration['script']>,
): PreparedMessage | undefined {
  try {
    // What a pharmacy wants changed is said of prescriptions; only how it reads messages holds for every one.
    const { set: _set, drop: _drop, noteLines: _lines, ...reading } = settings;
    const built = build(denialOf(request, denial, sender), messageProfile(reading));
    return { body: Buffer.from(built.text, 'utf8'), contentType: built.contentType };
  } catch (error) {
    if (error instanceof ScriptError) return undefined;
    throw error;
  }
}

/** Where a request lacks what its answer must repeat: the first such path; undefined where it can be answered. */
export function unanswerable(request: RequestMessage, sender: ScriptSender): string | undefined {
  const trial: Denial = {
    messageId: 'm',
    reasonCode: 'AP',
    note: null,
    sentAt: new Date(0),
  };
  const [finding] = check(denialOf(request, trial, sender), '2017071');
  return finding?.path;
}

/** A request's parts may be missing; whoever builds or checks the answer hears of it. */
function denialOf(request: RequestMessage, denial: Denial, sender: ScriptSender): Message {
  const { reasonCode, note } = denial;
  const { patient, pharmacy, prescriber, supervisor, requestReferenceNumber } = request;
  const common = {
    header: headerOf(request, denial, sender),
    ...(requestReferenceNumber !== undefined && { requestReferenceNumber }),
    response: {
      outcome: 'Denied' as const,
      reasonCodes: [reasonCode],
      ...(note !== null && { denialReason: note }),
    },
    patient,
    pharmacy,
    prescriber,
    ...(supervisor !== undefined && { supervisor }),
  };
  if (request.type === 'RxChangeRequest') {
    const { messageRequestCode, messageRequestSubCodes, medicationPrescribed } = request;
    return {
      type: 'RxChangeResponse',
      ...common,
      ...(messageRequestCode !== undefined && { messageRequestCode }),
      ...(messageRequestSubCodes !== undefined && { messageRequestSubCodes }),
      medicationPrescribed,
    } as RxChangeResponse;
  }
  const { pharmacyRequestedRefills: _asked, ...medication } =
    request.medicationPrescribed ?? request.medicationDispensed ?? {};
  return { type: 'RxRenewalResponse', ...common, medicationResponse: medication } as RxRenewalResponse;
}

function headerOf({ header }: RequestMessage, { messageId, sentAt }: Denial, sender: ScriptSender): Header {
  const { prescriberOrderNumber, rxReferenceNumber } = header ?? {};
  return {
    to: { ...header?.from, id: header?.from?.id ?? '' },
    from: { id: sender.id, qualifier: 'D' },
    messageId,
    relatesToMessageId: header?.messageId ?? '',
    sentTime: sentTime(sentAt),
    senderSoftware: { developer: 'Pestle', product: 'Pestle', versionRelease: sender.softwareVersion },
    ...(rxReferenceNumber !== undefined && { rxReferenceNumber }),
    ...(prescriberOrderNumber !== undefined && { prescriberOrderNumber }),
  };
}
