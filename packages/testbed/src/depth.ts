// How deep a test goes: as deep as it can wherever tests are chosen and in `.ci/run`, and less in a plain `npm test`, which is run many times a day.

/** The variable by which the runner of the suite says that a share is enough. */
export const TEST_DEPTH = 'TEST_DEPTH';

const isShareEnough = process.env[TEST_DEPTH] === 'share';

/** `whole`, or of that the `share` that a plain `npm test` takes. Both must be able to fail. */
export function depthOf<Amount>({
  whole,
  share,
}: {
  readonly whole: Amount;
  readonly share: Amount;
}): Amount {
  return isShareEnough ? share : whole;
}
