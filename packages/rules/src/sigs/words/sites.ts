// Holds the places of the body where something is put on or injected.

/** Places of the body where something is put on or injected, with more of them, and what else may be typed. */
export const SITES = {
  face: { one: 'face', many: 'face', typed: [] },
  neck: { one: 'neck', many: 'neck', typed: [] },
  chest: { one: 'chest', many: 'chest', typed: [] },
  back: { one: 'back', many: 'back', typed: [] },
  abdomen: { one: 'abdomen', many: 'abdomen', typed: ['stomach', 'belly'] },
  groin: { one: 'groin', many: 'groin', typed: [] },
  lips: { one: 'lips', many: 'lips', typed: [] },
  arm: { one: 'arm', many: 'arms', typed: [] },
  upperArm: { one: 'upper arm', many: 'upper arms', typed: [] },
  hand: { one: 'hand', many: 'hands', typed: [] },
  shoulder: { one: 'shoulder', many: 'shoulders', typed: [] },
  elbow: { one: 'elbow', many: 'elbows', typed: [] },
  hip: { one: 'hip', many: 'hips', typed: [] },
  thigh: { one: 'thigh', many: 'thighs', typed: [] },
  leg: { one: 'leg', many: 'legs', typed: [] },
  knee: { one: 'knee', many: 'knees', typed: [] },
  foot: { one: 'foot', many: 'feet', typed: [] },
} as const satisfies Readonly<
  Record<string, { readonly one: string; readonly many: string; readonly typed: readonly string[] }>
>;
/** A key of `SITES`. */
export type SiteName = keyof typeof SITES;
