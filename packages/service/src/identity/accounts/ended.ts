// Whether what a person proved was ended since: by a new password, a sign-out everywhere, a recovery or an administrator.

/**
 * Whether everything of an account was ended after a proof was made, so that the proof and all that was given for it count no more.
 * `provenAtMs` in milliseconds since 1970, `tokensNotBefore` the account's, ISO 8601. What is no time at all counts as ended.
 *
 * Sessions and tokens tell their proof by the whole second (`auth_time` is one), and ends are told by the millisecond. The comparison
 * is strict all the same: a token of the second in which everything was ended may be from before the end, and then it must not count.
 * Whoever signs in after the end, within that second, is told by `toldSecond` instead.
 */
export function isEnded(provenAtMs: number, tokensNotBefore: string): boolean {
  return !(provenAtMs >= Date.parse(tokensNotBefore));
}

/**
 * The second, since 1970, by which sessions and tokens tell of a proof that counts: its own, or, where that began before everything of
 * the account was ended, the first one that begins after it. So it is ahead of the clock by less than a second, for whoever chooses a
 * password and signs in at once, who would be taken for somebody from before the end otherwise and asked a second time. A sign-in
 * under way keeps its proof by the millisecond: what was proved before the end, in the same second, gets no session. What cannot be
 * told apart is a session that is being written at the moment of the second of two ends within one second; ends remove all others.
 */
export function toldSecond(provenAtMs: number, tokensNotBefore: string): number {
  const endedMs = Date.parse(tokensNotBefore);
  return Math.max(Math.floor(provenAtMs / 1000), Math.ceil(endedMs / 1000));
}
