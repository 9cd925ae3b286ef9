/** Flips that are listed at most: the newest ones. */
export const mostFlips = 200

/** Artifacts that are listed at most: the first ones. */
export const mostArtifacts = 200
