import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClass, PermittedLink } from '#web/ui/button.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

/** A page of its own for a new record. */
interface NewRecordPage {
  to:
    | '/$org/policies/~new'
    | '/$org/settings/attestation-types/~new'
    | '/$org/settings/notifications/new'
  params: { org: string }
}

/**
 * Actions of a list whose records are created by a button, the key "n" or the search: its others,
 * and then that button, or a link where a new record has a page.
 */
export function CreateActions(props: {
  /** Such as "New flow". */
  label: string
  /** Why the person may not, shown before the actions; or null. */
  refusal: string | null
  create: (() => void) | NewRecordPage
  children: ReactNode
}) {
  const { label, refusal, create, children } = props
  const navigate = useNavigate()
  const run = typeof create === 'function' ? create : () => void navigate(create)
  useShortcuts(refusal === null ? [{ key: 'n', label, icon: Plus, run }] : [])
  return (
    <>
      {refusal && <span className="self-center text-meta text-muted">{refusal}</span>}
      {children}
      {typeof create === 'function' ? (
        <Button kind="primary" refusal={refusal} onClick={create}>
          {label}
        </Button>
      ) : (
        <PermittedLink kind="primary" refusal={refusal}>
          <Link {...create} className={buttonClass({ kind: 'primary' })}>
            {label}
          </Link>
        </PermittedLink>
      )}
    </>
  )
}
