// The option that names the store of an operator's command; apart from what opens it, so that the other commands start quickly.
export const STORE_OPTION = [
  '--data <directory>',
  "the embedded store, or the sandbox's directory; without it DATABASE_URL or PESTLE_DATA_DIR decide",
] as const;
