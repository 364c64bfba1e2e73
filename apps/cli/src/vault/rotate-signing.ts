// The work of `pestle vault rotate-signing`: the next key signs access tokens from now on, with an entry in the network's audit trail.
import type { EnvironmentVariables } from '@pestle/service/config';
import { operator } from '../operator.ts';
import type { JsonOption } from '../options.ts';
import { answer } from '../output.ts';
import { IDENTITY } from '../user/identity.ts';
import { withAdministration } from '../with-service.ts';

export async function rotateSigning(
  env: EnvironmentVariables,
  { by = operator(), ...options }: JsonOption & { readonly by?: string },
): Promise<void> {
  await withAdministration(
    env,
    IDENTITY,
    async (identity) => {
      await identity.rotateSigningKeys(by);
      answer(options, { rotated: true }, [
        'Access tokens are signed by the next key. Every node uses it within a minute; tokens of the key before stay good until they expire.',
      ]);
    },
    { by: '--by' },
  );
}
