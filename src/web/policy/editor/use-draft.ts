import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type PolicyDraft, draftOf, writePolicy } from '#domain/policy/policy-draft.ts'
import { draftQuery } from '#web/policy/queries.ts'
import { confirm } from '#web/ui/announcer.tsx'

const pause = 400

/** A draft of a policy that its YAML and a form edit: the service reads what is typed. */
export function useDraft(org: string, base: string) {
  const [text, setText] = useState(base)
  /** The form's last draft: it stands for its text, read back or not. */
  const [written, setWritten] = useState<{ text: string; draft: PolicyDraft } | null>(null)
  const [tried, setTried] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setTried(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  const queryClient = useQueryClient()
  const query = useQuery(draftQuery(org, tried))
  // Of the text as it stands now, not of one before it.
  const isRead = tried === text && query.isSuccess && !query.isPlaceholderData
  const document = query.data?.document ?? null
  const isOfForm = written?.text === text

  /** Asks the service about the draft at once, and says what it found. */
  const validate = async () => {
    setTried(text)
    try {
      const { problems } = await queryClient.fetchQuery(draftQuery(org, text))
      const [first] = problems
      const errors = problems.length === 1 ? 'One error' : `${problems.length} errors, the first`
      confirm(first ? `${errors} in line ${first.line}` : 'No errors')
    } catch {
      confirm('The draft could not be checked')
    }
  }
  return {
    text,
    setText,
    problems: query.data?.problems ?? [],
    demands: query.data?.demands ?? [],
    /** Draft in the form; null while the YAML cannot be read. */
    draft: isOfForm ? written.draft : document && draftOf(document),
    write: (draft: PolicyDraft) => {
      const next = writePolicy(draft, text)
      setWritten({ text: next, draft })
      setText(next)
    },
    /** Whether the form may be used: it would write over what is being typed. */
    isSettled: isOfForm || isRead,
    /** Whether what is said is about the text as it stands. */
    isRead,
    isSound: isRead && query.data.problems.length === 0,
    /** Why nobody knows whether it is sound. */
    failure: query.isError ? query.error : null,
    retry: () => void query.refetch(),
    validate,
  }
}

/** Unsaved draft of a policy, kept while one looks at what it would flip. */
interface StoredDraft {
  text: string
  description?: string
  comment?: string
  /** The version that it began with. */
  version: number
}

const drafts = new Map<string, StoredDraft>()

const keyOf = (org: string, policy: string) => `${org}/${policy}`

/** Keeps a draft until the page is loaded again. */
export function saveDraft(org: string, policy: string, draft: StoredDraft): void {
  drafts.set(keyOf(org, policy), draft)
}

/** The draft that was kept, unless another version was saved since. */
export function savedDraft(org: string, policy: string, version: number): StoredDraft | undefined {
  const draft = drafts.get(keyOf(org, policy))
  return draft?.version === version ? draft : undefined
}

/** Forgets a draft that was saved or given up. */
export function deleteDraft(org: string, policy: string): void {
  drafts.delete(keyOf(org, policy))
}
