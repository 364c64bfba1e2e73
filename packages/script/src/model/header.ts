// The typed Header, and what it has in common with the rest: every value is the text that goes on the wire, so nothing is lost by numbers.
/** A known code, or any other text a sender may have used: what is read is kept as it came. */
export type Open<T extends string> = T | (string & {});

/** `To` or `From`. A pharmacy's id is its NCPDP Provider ID with qualifier P; ours has D. */
export interface Party {
  readonly id: string;
  readonly qualifier?: Open<'P' | 'C' | 'M' | 'D' | 'CF' | 'ZZZ' | 'PY' | 'DIRECT' | 'REMS'>;
}

/** The second and third identification of a sender or receiver, as a network assigns them. */
export interface SecurityParty {
  readonly secondaryIdentification?: string;
  readonly tertiaryIdentification?: string;
}

/** Name and password, where a receiver asks for them in the message. `created` is ISO 8601. */
export interface UsernameToken {
  readonly username?: string;
  readonly password?: { readonly value: string; readonly type?: Open<'PasswordDigest'> };
  readonly nonce?: string;
  readonly created?: string;
}

/** `Header/Security`: who sends and who receives, where a network wants it said. */
export interface Security {
  readonly usernameToken?: UsernameToken;
  readonly sender?: SecurityParty;
  readonly receiver?: SecurityParty;
}

/** Which software wrote the message; each text has at most 35 characters. */
export interface SenderSoftware {
  readonly developer: string;
  readonly product: string;
  readonly versionRelease: string;
}

/** How a network that keeps messages in mailboxes delivered this one. */
export interface Mailbox {
  readonly mailboxId?: string;
  readonly deliveredId?: string;
  readonly additionalTraceNumber?: string;
  readonly acknowledgementId?: string;
}

/** Several messages that belong together: which one of how many this is. Both counts are digits. */
export interface OrderGroup {
  readonly orderGroupNumber: string;
  readonly itemCountInOrderGroup: string;
  readonly totalCountForOrderGroup: string;
  readonly orderGroupReason: Open<'AdditionalServices' | 'MultipleProductsPrescribed'>;
}

/** Who sends what to whom, under which ids. */
export interface Header {
  readonly to: Party;
  readonly from: Party;
  /** At most 35 characters: a UUID with dashes is refused. */
  readonly messageId: string;
  /** CancelRx: the NewRx's `messageId`. Answers: the answered message's. */
  readonly relatesToMessageId?: string;
  /** ISO 8601; `sentTime(date)` writes it. */
  readonly sentTime: string;
  readonly security?: Security;
  /** Required in XML. */
  readonly senderSoftware?: SenderSoftware;
  readonly mailbox?: Mailbox;
  readonly testMessage?: string;
  readonly rxReferenceNumber?: string;
  readonly tertiaryIdentifier?: string;
  /** Identical on the NewRx and on the CancelRx that cancels it. */
  readonly prescriberOrderNumber?: string;
  readonly prescriberOrderGroup?: OrderGroup;
  readonly rxReferenceOrderGroup?: OrderGroup;
}
