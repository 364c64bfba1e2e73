// Builds the room of patients and pharmacies, and tells the room of patients' own pages of numbers that change.
import type { Config } from '../config/config.ts';
import { createDirectory, type Directory, type DirectoryDependencies } from '../directory/directory.ts';
import { createPhoneHashes, numberChanged, type PhoneHashes } from '../routing/inside.ts';

/** Patients and pharmacies; a number that was said to be somebody else's is settled in the transaction that changes it. */
export function directoryOf(
  { linkKey, linkKeysPrevious }: Config,
  parts: DirectoryDependencies,
): { readonly directory: Directory; readonly phoneHashes: PhoneHashes } {
  const phoneHashes = createPhoneHashes(linkKey, linkKeysPrevious);
  const directory = createDirectory({
    ...parts,
    numberChanged: (tx, change) => numberChanged(tx, phoneHashes, change),
  });
  return { directory, phoneHashes };
}
