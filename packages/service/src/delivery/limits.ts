// Every bound of the room `delivery`, in one place.

export const DELIVERY_LIMITS = {
  /** When the attempts of an electronic message start, counted from the first, unless the pharmacy's settings say otherwise. */
  electronicOffsetsMs: [0, 2_000, 8_000, 25_000, 60_000],
  /** One attempt: connection, request and answer together. */
  electronicTimeoutMs: 15_000,
  /** An electronic message that has been due for so long, and has found no room in a lane whose last attempt failed, goes out as a fax. */
  electronicWaitMs: 120_000,
  /** The same in a lane that works and is only busy. */
  electronicWaitBusyMs: 600_000,
  /** Messages that one look gives up: the next follows in a second. */
  givenUpAtOnceMax: 32,
  /** When the attempts of a fax start. */
  faxOffsetsMs: [0, 15_000, 60_000, 180_000, 600_000],
  /** One handing-over of a fax, including the wait for the other machine. */
  faxTimeoutMs: 60_000,
  /** Faxes that leave at a time, over all nodes. */
  faxConcurrency: 8,
  /** Text messages that leave at a time, over all nodes. */
  textConcurrency: 64,
  /** Messages that leave for a pharmacy or partner at a time, over all nodes, where its settings say nothing else. */
  electronicConcurrency: 4,
  /** When the attempts of a text message start, as distances from the end of the one before. */
  textOffsetsMs: [0, 5_000, 65_000],
  /** Between these hours patients get reminders and news, where they are: neither at night nor early. */
  textsFromHour: 8,
  textsUntilHour: 21,
  /** When patients who have not chosen a pharmacy are reminded, from the invitation on. */
  firstReminderMs: 20 * 60_000,
  secondReminderMs: 4 * 3_600_000,
  /** A problem that is solved within this time is not told to the patient. */
  problemToldAfterMs: 10 * 60_000,
  /** Texts about one order that tell of the same, and texts about one order in all. */
  textsOfKindMax: 3,
  textsOfOrderMax: 15,
  /** How often it is looked what patients are to be told, and of how many orders at a time. */
  patientRoundMs: 2_000,
  patientRoundOrdersMax: 100,
  /** A text that is older, or that was tried before, leaves only for the number that its patient has by then. */
  textNumberHoldsMs: 60_000,
  /** One handing-over of a text message. */
  textTimeoutMs: 10_000,
  /** A lease outlives its attempt by this much; then another worker takes over. */
  leaseMarginMs: 10_000,
  /** While the store is away the beginning of an attempt is tried for so long: nothing has left yet, and the row waits. */
  beginThroughOutageMs: 2_000,
  /** The same for its end: less than the margin of its lease, so that the attempt is still this worker's. */
  endThroughOutageMs: 8_000,
  /** How long a row waits after each error of our own that the work on it met; after one more it goes the next way, or to a person. */
  ownFaultDelaysMs: [2_000, 10_000, 30_000, 60_000, 120_000],
  /** Errors of our own in the work on so many rows one after another, in several lanes, hold this node's deliveries; how far apart they may be. */
  faultsToHold: 3,
  faultsTogetherMs: 600_000,
  /** A row at which the store seemed away twice within so long, while another came through, is alone in that; longer than any lease. */
  aloneWithinMs: 120_000,
  /** Rows of which a node remembers that the store seemed away. */
  aloneRowsMax: 1_024,
  /** How often one row is tried while deliveries are held, and for how long they are at most: then errors count for their rows again. */
  heldProbeMs: 5_000,
  heldForMsMax: 900_000,
  /** Attempts that may be cut off, as by a process that ends, where the schedule has fewer. */
  cutOffAttemptsMin: 3,
  /** How often waiting work is looked for; what this node itself wrote leaves at once. */
  pollIntervalMs: 200,
  /** How often the store's clock is compared with time that has passed. */
  clockLookIntervalMs: 1_000,
  /** A difference above this is a step of the clock. */
  clockStepMs: 2_000,
  /** A departure that was due longer ago is overdue: the log names its lane. */
  overdueAfterMs: 120_000,
  /**
   * What was acknowledged and has not left for so long is late, and operators are told: an electronic message (by then it has been tried or
   * given up to fax), a fax (by then its attempts are used up), a text, and a
   * fill that waits for a person; one that waits for an operator is late at once.
   */
  lateAfterMs: { electronic: 180_000, fax: 900_000, text: 300_000, stuck: 1_800_000 },
  /**
   * A fill that has been STUCK for longer is late no more: its prescription is too old to be sent, so that nobody but the practice can help.
   */
  stuckForgottenAfterMs: 259_200_000,
  /** Longest time that the store may take for the figures: they are worth no more than that. */
  figuresTimeoutMs: 5_000,
  /** How often overdue departures, and what a wrong clock has put down, are looked for; the latter also at each step of the clock. */
  overdueLookIntervalMs: 60_000,
  /** How soon it is looked for when a lane that was full has room again. */
  pollSoonMs: 5,
  /** How often a node that delivers says so, and looks which others do. */
  nodeSeenIntervalMs: 1_000,
  /** One that has not said so for so long has no share of what waits. */
  nodeGoneAfterMs: 5_000,
  /** What a node said that it holds counts for so long since it was last seen; that of an embedded store is seen once a minute. */
  holdToldForMs: 180_000,
  /** What was written so recently is left to the node that wrote it, where there are several. */
  leftToWriterMs: 100,
  /** What another node should have begun and is due for so long is begun by one that has nothing else to do. */
  helpAfterMs: 1_000,
  /** Attempts of one node in one lane, until the store has said how many the lane takes. */
  laneConcurrencyAssumed: 8,
  /** Attempts of one node that read their facts and put down their beginning at a time. */
  preparingMax: 128,
  /** Attempts that share a statement and a commit. Twice as many are slower: the node waits for the store, and then the store for the node. */
  batchMax: 64,
  /** Statements of the same kind that one node has under way for batches. */
  batchesAtATime: 2,
  /** What the signing handed over is used for so long; then the store may know better. */
  handedOverForMs: 5_000,
  /** Rows of one lane that one look brings, before the store has said how many the lane takes. */
  dueRowsOfLaneMax: 64,
  /** Rows that one look brings. */
  dueRowsMax: 256,
  /** Rows that a look has brought beyond what the node may do at a time, kept until it may. */
  foundKeptMax: 32,
  /** Failures in a row after which a lane is probed by one attempt at a time. */
  laneFailuresToProbe: 5,
  /** Rows of a lane, and stuck fills, that operators are shown at a time. */
  queueRowsListedMax: 500,
  /** Acts of operators on the queue that are shown at a time. */
  queueActsListedMax: 500,
  /** Why an operator reads a message: both trails keep it. */
  messageReasonCharactersMax: 200,
  /** Messages that operators read within an hour, all of them together: enough to look into a fault, too few to copy a practice's orders. */
  messagesReadPerHourMax: 60,
  /** What an operator may call a lane: longer than any name of one. */
  laneNameCharactersMax: 100,
  /** How often an operator's act is judged anew when the row changed meanwhile. */
  actTriesMax: 3,
  /** Rows of a quarantine of which one call disposes, and MessageIDs that one call is given. */
  reconciledAtOnceMax: 200,
  receivedAtOnceMax: 200,
  /** Rows of a quarantine that one transaction notes as what may have left, with their entries in the trail. */
  notedAtOnceMax: 500,
  /** What is kept of an answer. */
  answerKeptBytesMax: 65_536,
  /** Why staff ask a prescriber for a cancel. */
  cancelAskCharactersMax: 210,
  /** The name of who took an order by telephone. */
  takenByCharactersMax: 100,
  /** Texts that ask one patient to choose, all together, and the pause between two that people ask for. */
  choiceTextsMax: 5,
  choiceTextPauseMs: 3_600_000,
  /** What a prescriber may write to a denial: what the narrowest versions of SCRIPT carry. */
  denialNoteCharactersMax: 70,
  /** How long the answer to a pharmacy's request waits for the ends of windows of maintenance: no fax would take its place. */
  responseWaitMs: 2_592_000_000,
  /** What is kept of the words by which a pharmacy answered a cancel. */
  cancelReasonCharactersMax: 500,
  /** How long a stop waits for attempts under way; then their connections are ended, and they are UNKNOWN. */
  stopGraceMs: 18_000,
  /** How long it waits then until that is put down. */
  stopRecordMs: 1_500,
  /** Endpoints of which something is remembered; what was not used longest is forgotten. */
  endpointsKeptMax: 2_048,
  /** Compiled expressions of pharmacies' own interfaces; at this many all are forgotten. */
  expressionsKeptMax: 500,
} as const;

/** Of the conversation with a fax provider. */
export const FAX_PROVIDER_LIMITS = {
  /** Largest answer that is read. */
  answerBytesMax: 16_384,
  connectTimeoutMs: 10_000,
  /** Pause before the first question for the state; it doubles up to the other. */
  pollFirstMs: 200,
  pollMaxMs: 5_000,
  connectionsMax: 8,
  /** What is kept of the provider's reason for a failure. */
  reasonCharactersMax: 60,
  /** Pages that are handed over: providers take 20 MB, and ours have a tenth of a megabyte. */
  documentBytesMax: 15_000_000,
  /** What was handed over without an answer, and is still not in the provider's list after so long, was never taken. */
  neverTakenAfterMs: 120_000,
} as const;

/** Of what carriers of faxes and texts are asked and post. */
export const CARRIER_LIMITS = {
  /** How old, or how far ahead, a receipt that bears a time may be. */
  receiptAgeMaxMs: 300_000,
  /** Largest receipt that is read. */
  receiptBytesMax: 65_536,
  /** Receipts that a carrier may post in a minute. */
  receiptsPerMinute: 6_000,
  /** How far a carrier's clock may be from ours where something is looked for by its time. */
  clockDifferenceMs: 300_000,
  /** Faxes or texts to one number that are looked through. */
  listedMax: 100,
  /** Detail records that Telnyx gives at a time. */
  telnyxRecordsMax: 50,
  /** How long a carrier's storage keeps pages that it was given to fax. */
  mediaKeptSeconds: 7_200,
  /** Keys by which receipts are known, while one replaces another. */
  receiptKeysMax: 4,
  /** How often a carrier that posts nothing is asked about faxes whose attempts have ended without knowing, and how many of them at a time. */
  askLaterIntervalMs: 60_000,
  askedAtOnceMax: 20,
  /** How long after a question about a fax the next one is asked, and for how long after it was handed over. */
  askedAgainAfterMs: 300_000,
  askedForMs: 86_400_000,
  /** One such question. */
  askTimeoutMs: 5_000,
  /** How long it is remembered what was handed to a carrier; the schema allows no less. What still waits to leave is remembered longer. */
  handOversKeptDays: 90,
  /** How many of those one statement forgets. */
  handOversForgottenAtOnceMax: 10_000,
} as const;

/** Of faxes by e-mail. */
export const SMTP_FAX_LIMITS = {
  /** A gateway that says nothing for so long has lost the connection: it may have taken the mail. */
  silenceTimeoutMs: 30_000,
} as const;

/** Of recalls. */
export const RECALL_LIMITS = {
  /** Medicines that one recall names. */
  medicinesMax: 100,
  /** Prescriptions, orders and fills that one recall names. */
  prescriptionsMax: 10_000,
  /** Pharmacies and partners that one recall names. */
  pharmaciesMax: 1_000,
  /** What the practices are shown of why. */
  reasonCharactersMax: 500,
  /** Fills that one transaction of a walk looks at. */
  pageFills: 2_000,
  /** How long one call goes on with a walk; the next call goes on from there. */
  advanceMs: 3_000,
  /** How often a node goes on with walks that nobody else finishes, and looks whether a medicine of a recall has new treatments. */
  roundIntervalMs: 15_000,
  /** How long such a round goes on with one recall. */
  roundMs: 5_000,
  /** Recalls that a list shows. */
  listedMax: 200,
  /** Orders that appeared since the preview and are named. */
  appearedNamedMax: 100,
  /** Organizations and pharmacies that a summary counts one by one; the rest only in all. */
  countedMax: 500,
  /** Fills that one statement of a summary counts. */
  countedPageFills: 50_000,
  /** Rows of an export that one call brings, at least: a page ends with its organization's page. */
  exportPageFills: 1_000,
} as const;
