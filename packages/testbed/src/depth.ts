// How deep a test goes: as deep as it can, and less in `npm test -- --share`, which is for many times a day.

/** The variable by which the runner of the suite says that a share is enough. */
export const TEST_DEPTH = 'TEST_DEPTH';

const isShareEnough = process.env[TEST_DEPTH] === 'share';

/** `whole`, or of that the `share` that `npm test -- --share` takes. Both must be able to fail. */
export function depthOf<Amount>({
  whole,
  share,
}: {
  readonly whole: Amount;
  readonly share: Amount;
}): Amount {
  return isShareEnough ? share : whole;
}
