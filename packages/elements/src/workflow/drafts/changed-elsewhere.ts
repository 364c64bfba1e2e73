// Owns how the form tells that its draft was changed or deleted elsewhere meanwhile: by whom, what, and how it reads now (W2).
import { html, nothing } from 'lit/html.js';
import { note } from '../../kit/look/icons.ts';
import type { DraftNotesText } from '../../text/en/workflow/draft-notes.ts';
import type { WorkflowHost } from '../part.ts';
import { valuesOf } from '../state/drafts/draft-fields.ts';
import type { ChangedElsewhere } from '../state/form/changed-elsewhere.ts';
import { writtenLines } from './draft-line.ts';
import { momentText } from './moment.ts';

/** What a value is called where its name is not that of its label. */
const LABELS: Readonly<Record<string, string>> = {
  dispenseQuantity: 'quantity',
  dispenseUnit: 'unit',
  dispenseAsWritten: 'substitution',
};

export function changedElsewhere({ text, state }: WorkflowHost, words: DraftNotesText): unknown {
  const { elsewhere } = state.form;
  if (elsewhere === null) return nothing;
  const { before, now } = elsewhere;
  if (now === null) return note('warn', words.gone, { role: 'alert' });
  const { updater, updatedAt } = now;
  const who = updater === null ? words.somebody : `${updater.firstName} ${updater.lastName}`;
  const what = changedFields(before, now, text.form).join(', ');
  return note(
    'warn',
    html`<p>${words.changedBy(who, momentText(Date.parse(updatedAt), text.kit.language, words))}</p>${writtenLines(now, text)}<p>${
      what === '' ? nothing : words.changedWhat(what)
    } ${words.typedStays}</p>`,
    { role: 'alert' },
  );
}

/** The labels of what differs. */
function changedFields(
  before: ChangedElsewhere['before'],
  now: ChangedElsewhere['before'],
  form: WorkflowHost['text']['form'],
): readonly string[] {
  const was = valuesOf(before);
  return Object.entries(valuesOf(now)).flatMap(([name, value]) => {
    const label = form[(LABELS[name] ?? name) as keyof typeof form];
    const differs = JSON.stringify(value) !== JSON.stringify(was[name as keyof typeof was]);
    return differs && typeof label === 'string' ? [label] : [];
  });
}
