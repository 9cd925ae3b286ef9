/** Commits that one request may ask for. */
export const maxCommits = 100

/** What can stand for a commit: its hash, or its first characters from 5 on. */
export const isCommitHash = (text: string) => /^[0-9a-f]{5,64}$/.test(text)

/** What an address asks for, each once. */
export const givenCommits = (list: readonly string[] | undefined): string[] => [
  ...new Set(list?.map((one) => one.toLowerCase())),
]

/** Hashes in a pasted text, whatever stands between them; each once, and the words left aside. */
export function hashesIn(text: string): { hashes: string[]; words: string[] } {
  const parts = [...new Set(text.split(/[^\p{L}\p{N}]+/u).filter(Boolean))]
  const hashes = parts.map((part) => part.toLowerCase()).filter(isCommitHash)
  const words = parts.filter((part) => !isCommitHash(part.toLowerCase()))
  return { hashes: [...new Set(hashes)], words }
}
