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

interface Creation {
  /** Such as "New flow". */
  label: string
  /** Why the person may not, shown before the actions; or null. */
  refusal: string | null
}

/**
 * Actions of a list whose records are created by a button, the key "n" or the search: its others,
 * and then that button, or a link where a new record has a page.
 */
export function CreateActions(
  props: Creation & { children?: ReactNode } & (
      | { onCreate: () => void; page?: never }
      | { page: NewRecordPage; onCreate?: never }
    ),
) {
  const { label, refusal, children, onCreate, page } = props
  const navigate = useNavigate()
  const create = onCreate ?? (() => void navigate(page))
  useShortcuts(refusal === null ? [{ key: 'n', label, icon: Plus, run: create }] : [])
  return (
    <>
      {refusal && <span className="self-center text-meta text-muted">{refusal}</span>}
      {children}
      {page ? (
        <PermittedLink kind="primary" refusal={refusal}>
          <Link {...page} className={buttonClass({ kind: 'primary' })}>
            {label}
          </Link>
        </PermittedLink>
      ) : (
        <Button kind="primary" refusal={refusal} onClick={create}>
          {label}
        </Button>
      )}
    </>
  )
}
