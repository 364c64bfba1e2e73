// Who is mailed of what happened on a desk, and when: decided from the practice's settings and hours alone.
import type { DeskReminder } from '@pestle/rules/desk-reminders';
import type { OrganizationRow } from '../../organization/inside.ts';
import { deskRemindersOf, isOfficeOpen, officeOpensAt } from '../../organization/inside.ts';
import type { DeskItem } from '../items/items.ts';
import { DESK_LIMITS, LATE_AFTER_MS } from '../limits.ts';
import type { DeskStep } from '../tables.ts';

/** Something that happened to an item, which nobody has been told of. */
export interface NewStep {
  readonly item: Pick<DeskItem, 'id' | 'cause' | 'subjectId' | 'mark' | 'situation' | 'owner'>;
  readonly step: DeskStep;
}

export interface PlannedMail {
  /** A user, or `practice`. */
  readonly recipient: string;
  readonly afterHours: boolean;
  readonly entered: readonly string[];
  readonly late: readonly string[];
  /** Milliseconds since 1970. */
  readonly runAtMs: number;
}

export interface Around {
  readonly organization: OrganizationRow;
  /** Those who may do something about it now. */
  readonly people: readonly string[];
  readonly nowMs: number;
}

/** One mail for each recipient. An item that comes to lie there late already is told once, as late. Pure. */
export function planMails(steps: readonly NewStep[], around: Around): readonly PlannedMail[] {
  const { organization, nowMs } = around;
  const wanted = deskRemindersOf(organization);
  const isOpen = isOfficeOpen(organization, nowMs);
  const officeAtMs = officeOpensAt(organization, nowMs) ?? nowMs;
  const late = new Set(steps.filter(({ step }) => step === 'late').map(({ item }) => item.id));
  const mails = new Map<string, { plan: PlannedMail; entered: string[]; late: string[] }>();
  for (const { item, step } of steps) {
    if (step === 'entered' && late.has(item.id)) continue;
    const now = isOpen ? undefined : afterHoursOwner(item, wanted, around);
    const told = [
      ...(now === undefined ? [] : [{ recipient: now, afterHours: true, runAtMs: nowMs }]),
      ...byDay(item, step, wanted, around)
        // Who was told at once need not hear it again in the morning.
        .filter((recipient) => recipient !== now)
        .map((recipient) => ({ recipient, afterHours: false, runAtMs: officeAtMs })),
    ];
    for (const { recipient, afterHours, runAtMs } of told) {
      const key = `${recipient} ${afterHours}`;
      const mail = mails.get(key) ?? {
        plan: { recipient, afterHours, runAtMs, entered: [], late: [] },
        entered: [],
        late: [],
      };
      mails.set(key, mail);
      mail[step].push(item.id);
    }
  }
  return [...mails.values()].map(({ plan, ...lists }) => ({ ...plan, ...lists }));
}

/** Whoever looks after the desk while the office is closed, of what cannot wait for it. */
function afterHoursOwner(
  { situation }: NewStep['item'],
  wanted: readonly DeskReminder[],
  { organization, people }: Around,
): string | undefined {
  const { after_hours_owner_id: owner } = organization;
  const lateAfter = (LATE_AFTER_MS as Readonly<Record<string, number>>)[situation] ?? 0;
  const canWait = lateAfter >= DESK_LIMITS.waitsForOfficeFromMs;
  return owner !== null && !canWait && wanted.includes('after-hours') && people.includes(owner)
    ? owner
    : undefined;
}

/** The owner, and of what is late the practice as well; where nobody owns it, the practice in their place. */
function byDay(
  { owner }: NewStep['item'],
  step: DeskStep,
  wanted: readonly DeskReminder[],
  { organization, people }: Around,
): readonly string[] {
  const practice = organization.desk_mail_to === null ? people : ['practice'];
  const recipients = new Set<string>();
  if (wanted.includes(step)) for (const one of owner === null ? practice : [owner.id]) recipients.add(one);
  if (step === 'late' && wanted.includes('late-to-practice')) for (const one of practice) recipients.add(one);
  return [...recipients];
}
