// The table `text_stop`: numbers that want no texts. STOP and START are what carriers everywhere understand; what they post is taken here, too.
import { upperAscii } from '@pestle/rules/letter-case';
import { toPhone10 } from '@pestle/rules/phone';
import type { Ports } from '../../kernel/ports.ts';
import { nowText } from '../../kernel/ports.ts';
import type { PhoneHashes } from '../../routing/inside.ts';
import type { Store } from '../../store/store.ts';

type StopTables = { text_stop: { phone_hash: string; stopped_at: string } };

/** The words of the carriers' own rules, and the same in Spanish; the whole message is the word. */
const STOPS: ReadonlySet<string> = new Set([
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'ALTO',
  'PARAR',
  'BAJA',
  // Whoever says so is texted no more about anybody, as if they had said STOP.
  'WRONGNUMBER',
  'NUMEROEQUIVOCADO',
]);
const STARTS: ReadonlySet<string> = new Set(['START', 'UNSTOP', 'YES', 'INICIAR', 'EMPEZAR']);

/** What somebody wrote back. */
export interface Reply {
  /** As the carrier writes it. */
  readonly from: string;
  readonly text: string;
}

/** Puts down who wants no texts, or wants them again. `repeated`: that was so; `irrelevant`: the message is neither word. */
export async function takeReply(
  {
    store,
    ports,
    phoneHashes,
  }: { readonly store: Store; readonly ports: Ports; readonly phoneHashes: PhoneHashes },
  { from, text }: Reply,
): Promise<'applied' | 'repeated' | 'irrelevant'> {
  // Accents go with the rest that is no letter of a word: whoever writes “Número equivocado” means the same as without.
  const word = upperAscii(text.normalize('NFD')).replace(/[^A-Z]/g, '');
  const phone = toPhone10(from);
  if (!phone.ok || !(STOPS.has(word) || STARTS.has(word))) return 'irrelevant';
  const hashes = phoneHashes(phone.value);
  return await store.asCourier(async (tx) => {
    const tables = tx.withTables<StopTables>();
    if (STARTS.has(word)) {
      const { numDeletedRows } = await tables
        .deleteFrom('text_stop')
        .where('phone_hash', 'in', [...hashes])
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n ? 'applied' : 'repeated';
    }
    const { numInsertedOrUpdatedRows: written = 0n } = await tables
      .insertInto('text_stop')
      .values({ phone_hash: hashes[0], stopped_at: nowText(ports) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return written > 0n ? 'applied' : 'repeated';
  });
}
