/** What was written of a policy and is not saved yet, while one looks at what it would flip. */
interface KeptDraft {
  text: string
  description?: string
  comment?: string
  /** The version that it began with. */
  version: number
}

const drafts = new Map<string, KeptDraft>()

const keyOf = (org: string, policy: string) => `${org}/${policy}`

/** Keeps a draft until the page is loaded again. */
export function saveDraft(org: string, policy: string, draft: KeptDraft): void {
  drafts.set(keyOf(org, policy), draft)
}

/** The draft that was kept, unless another version was saved since. */
export function savedDraft(org: string, policy: string, version: number): KeptDraft | undefined {
  const draft = drafts.get(keyOf(org, policy))
  return draft?.version === version ? draft : undefined
}

/** Forgets a draft that was saved or given up. */
export function deleteDraft(org: string, policy: string): void {
  drafts.delete(keyOf(org, policy))
}
