const fingerprintOrPrefix = /^[a-f0-9]{5,64}$/

/** A fingerprint or the start of one as people paste it, `sha256:` and capitals too; else null. */
export function readFingerprint(text: string): string | null {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^sha256:/, '')
  return fingerprintOrPrefix.test(bare) ? bare : null
}

/** What is asked for where a text is no fingerprint. */
export const fingerprintRule =
  'A fingerprint has 64 characters of 0–9 and a–f; the first 5 or more are enough.'
