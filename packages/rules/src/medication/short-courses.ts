// Owns whether refills would repeat a short course of an anti-infective without anybody looking: then somebody says why (W1).
import type { StructuredSig } from '../sigs/sig-model.ts';
import { dosesPerDay, sigDays } from '../sigs/sig-quantity.ts';

/** What ends within so many days is a course for one infection; what is taken longer keeps one away, or goes on by itself. */
const SHORT_DAYS = 14;

/**
 * What is taken by mouth against one infection, by the first word of the name; the selection is ours. Not here is what labels and guidelines have people take again
 * by themselves at the first sign: valacyclovir, acyclovir and famciclovir (cold sores), fluconazole (a second dose), rifaximin.
 */
const ANTI_INFECTIVES: ReadonlySet<string> = new Set(
  'amoxicillin ampicillin azithromycin cefaclor cefadroxil cefdinir cefditoren cefixime cefpodoxime cefprozil cefuroxime cephalexin ciprofloxacin clarithromycin clindamycin delafloxacin dicloxacillin doxycycline erythromycin fosfomycin levofloxacin linezolid metronidazole minocycline moxifloxacin nirmatrelvir nitazoxanide nitrofurantoin ofloxacin oseltamivir penicillin secnidazole sulfamethoxazole tedizolid tetracycline tinidazole trimethoprim vancomycin'.split(
    ' ',
  ),
);

/** A course of so many days, and how often the refills would repeat it. */
export type RepeatedCourse = { readonly days: number; readonly refills: number };

/** The course that refills would repeat; undefined where there is none, and where all fills together are the one course. */
export function repeatedCourse(
  sig: StructuredSig,
  ingredients: readonly string[],
  {
    daysSupply = 0,
    fillsAllowed = 1,
  }: { readonly daysSupply?: number | undefined; readonly fillsAllowed?: number | undefined },
): RepeatedCourse | undefined {
  const isOne = ingredients.some((name) =>
    ANTI_INFECTIVES.has(/^[a-z]+/.exec(name.toLowerCase())?.[0] ?? ''),
  );
  if (!isOne || sig.route !== 'oral' || sig.asNeededFor !== undefined || fillsAllowed < 2) return undefined;
  const isOnce = sig.steps === undefined && dosesPerDay(sig.frequency) === null;
  const ends = isOnce ? 1 : sigDays(sig);
  const days = ends ?? daysSupply;
  const isWhole = ends === undefined || daysSupply === 0 || daysSupply * fillsAllowed > ends;
  return days > 0 && days <= SHORT_DAYS && isWhole ? { days, refills: fillsAllowed - 1 } : undefined;
}

/** The sentence for whoever signs. */
export function repeatedCourseText({ days, refills }: RepeatedCourse): string {
  const again = refills === 1 ? '1 more time' : `${refills} more times`;
  return `With ${refills} ${refills === 1 ? 'refill' : 'refills'}, this course of ${days} ${days === 1 ? 'day' : 'days'} of an anti-infective is taken ${again} without anybody looking. Remove the refills, or say why.`;
}
