import { Archive } from 'lucide-react'
import { lazyPart } from '#web/connection/lazy-part.ts'
import type { Resource } from './resource.ts'

const ArchiveDialog = lazyPart(() => import('./archive-dialog.tsx'))

/** The way to put a flow, an environment or a control away, for the menu of its page. */
export function archiveRemoval(props: {
  noun: Resource
  org: string
  name: string
  /** Why it cannot be archived, or not by this reader; null where it can. */
  refusal: string | null
}) {
  const { noun, org, name, refusal } = props
  return {
    removal: {
      label: `Archive this ${noun.one}`,
      icon: Archive,
      refusal,
      renderQuestion: (close: () => void) => (
        <ArchiveDialog noun={noun} org={org} names={[name]} onClose={close} />
      ),
    },
  }
}
