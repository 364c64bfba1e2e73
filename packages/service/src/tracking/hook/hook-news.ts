// How a report to the status hook was answered, as operators hear of it.

/** How one report was answered, or several beyond one quota: codes of ours, whatever was sent. */
export interface HookNews {
  readonly outcome: 'changed' | 'unchanged' | 'refused';
  /** Why nothing changed, the code of the error, or `applied`. */
  readonly code: string;
  readonly requestId: string;
  /** A failure of ours, which is logged as such. */
  readonly unexpected?: boolean;
  /** So many reports at once, all beyond the quota of one sender; `requestId` is the last one's. One when left out. */
  readonly times?: number;
  /** The pharmacy or partner, where `times` is given. */
  readonly senderId?: string;
}
