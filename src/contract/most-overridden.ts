/** Attestations that one call overrides at most; apart, since the dashboard asks for nothing else of it. */
export const mostOverridden = 100
