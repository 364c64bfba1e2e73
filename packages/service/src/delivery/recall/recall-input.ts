// Checks what operators say of a recall: what it is of, from when to when, and what is to be done.
import { FILL_STATES, type FillState } from '@pestle/rules/fill-status';
import { isId } from '@pestle/rules/ids';
import { toNdc11 } from '@pestle/rules/ndc';
import * as v from 'valibot';
import { operatorName } from '../../audit/inside.ts';
import { instant } from '../../directory/inside.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy } from '../../kernel/validate.ts';
import { RECALL_LIMITS } from '../limits.ts';
import type { RecallAction, RecallId } from './tables.ts';

/** What a recall is of: medicines, or prescriptions by their ids, or pharmacies; one of the three. */
export interface PreviewInput {
  /** `trt_…`, `rxcui:29046` (a drug, or everything that holds the ingredient), `ndc:00000000000`, `ingredient:lisinopril`. */
  readonly medicines?: readonly string[];
  /** Ids of prescriptions, orders and fills. */
  readonly prescriptions?: readonly string[];
  /** Ids of pharmacies and partners. */
  readonly pharmacies?: readonly string[];
  /** Only what was signed at or after this instant. */
  readonly from?: string;
  /** Only what was signed before this instant. Without it what is signed while the recall lasts belongs to it, too. */
  readonly until?: string;
  /** Only fills in one of these states. */
  readonly states?: readonly FillState[];
  readonly by: string;
}

export interface StartInput {
  readonly id: string;
  /** Shown to the practices. */
  readonly reason: string;
  /** `hold` when left out. */
  readonly action?: RecallAction;
  readonly by: string;
}

export interface EndInput {
  readonly id: string;
  readonly by: string;
}

const named = (max: number, isOne: (text: string) => boolean, words: string) =>
  v.pipe(
    v.array(v.pipe(v.string(), v.check(isOne, words))),
    v.minLength(1, 'Name at least one.'),
    v.maxLength(max, `At most ${max} can be named.`),
    v.transform((names) => [...new Set(names)]),
  );

const previewSchema = v.pipe(
  v.strictObject({
    medicines: v.optional(
      named(
        RECALL_LIMITS.medicinesMax,
        (text) =>
          isId('trt', text) ||
          /^rxcui:[1-9]\d{0,7}$/.test(text) ||
          /^ingredient:\S/.test(text) ||
          (text.startsWith('ndc:') && toNdc11(text.slice('ndc:'.length)).ok),
        'A medicine is trt_…, rxcui:…, ndc:… (11 digits, or with two dashes) or ingredient:NAME.',
      ),
    ),
    prescriptions: v.optional(
      named(
        RECALL_LIMITS.prescriptionsMax,
        (text) => isId('rx', text) || isId('ord', text) || isId('fil', text),
        'Name prescriptions by rx_…, orders by ord_… and fills by fil_….',
      ),
    ),
    pharmacies: v.optional(
      named(
        RECALL_LIMITS.pharmaciesMax,
        (text) => isId('phr', text) || isId('ptn', text),
        'Name pharmacies by phr_… and partners by ptn_….',
      ),
    ),
    from: v.optional(instant),
    until: v.optional(instant),
    states: v.optional(v.array(v.picklist(FILL_STATES))),
    by: operatorName,
  }),
  v.check(
    ({ medicines, prescriptions, pharmacies }) =>
      [medicines, prescriptions, pharmacies].filter((given) => given !== undefined).length === 1,
    'Name medicines, prescriptions or pharmacies: one of the three.',
  ),
  v.check(
    ({ from, until }) => from === undefined || until === undefined || Date.parse(from) < Date.parse(until),
    'The span must end after it begins.',
  ),
);

export type ReadPreview = v.InferOutput<typeof previewSchema>;

const id = v.custom<RecallId>((text) => isId('rcl', text), 'A recall is rcl_….');

const startSchema = v.strictObject({
  id,
  reason: v.pipe(v.string(), parsedBy(plainText(RECALL_LIMITS.reasonCharactersMax))),
  action: v.optional(v.picklist(['hold', 'notify']), 'hold'),
  by: operatorName,
});

const endSchema = v.strictObject({ id, by: operatorName });

export const RECALL_INPUTS = { preview: previewSchema, start: startSchema, end: endSchema } as const;
