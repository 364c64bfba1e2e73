// Every bound of the room `alerts`, in one place.

export const ALERT_LIMITS = {
  /** How often each node looks whether something is late. */
  lookIntervalMs: 60_000,
  /** While an alert lasts it is sent again this often; nodes that send it within the same such time send it under one id. */
  repeatMs: 900_000,
  /** A message to ALERT_URL is tried so often, and each try may take so long. */
  triesMax: 4,
  tryTimeoutMs: 5_000,
  /** Pause before the second try; it doubles. */
  pauseFirstMs: 500,
} as const;
