import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import type { RegisteredOverride } from '#contract/override/override.ts'
import { standingStates } from '#domain/override/override-states.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { useRefusal } from '#web/api/permission.ts'
import { type Change, changeKeys, changeLabels } from '#web/override/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

const ChangeDialog = lazyPart(() => import('./change-dialog.tsx'))
const frame = getRouteApi('/$org')

/** Possible changes of an override now, each with its refusal; others review it than made it. */
export function useChanges(
  override: RegisteredOverride,
): { change: Change; refusal: string | null }[] {
  const refusal = useRefusal('member')
  const { session } = frame.useRouteContext()
  const { is_request, state, request } = override
  if (!is_request) {
    const stands = standingStates.includes(state)
    const others = override.created_by === session.user.name ? [] : (['review'] as const)
    const all = stands ? (['extend', 'end', ...others] as const) : others
    return all.map((change) => ({ change, refusal }))
  }
  if (state !== 'requested' || !request) return []
  if (request.requested_by === session.user.name) {
    const own = { change: 'approve' as const, refusal: request.approval_refusal }
    return [own, { change: 'withdraw', refusal }]
  }
  const both = request.approval_refusal ?? refusal
  return (['approve', 'decline'] as const).map((change) => ({ change, refusal: both }))
}

/** Why some of the changes cannot be made by the person signed in. */
export function ChangeRefusals({ override }: { override: RegisteredOverride }) {
  const refusals = new Set(useChanges(override).flatMap(({ refusal }) => refusal ?? []))
  return (
    refusals.size > 0 && (
      <span className="text-meta text-muted">
        {[...refusals].map((refusal) => `${refusal.replace(/\.$/, '')}.`).join(' ')}
      </span>
    )
  )
}

/** Buttons of all that can be done with an override, each confirmed with a reason. */
export function OverrideActions(props: {
  org: string
  override: RegisteredOverride
  /** Beside other things: smaller, without keys, and without what only its own page offers. */
  isBeside?: boolean
}) {
  const { org, override, isBeside = false } = props
  const changes = useChanges(override).filter(({ change }) => !isBeside || change !== 'review')
  const [open, setOpen] = useState<Change | null>(null)
  const look = isBeside ? { size: 'small' as const } : {}
  useShortcuts(
    changes.flatMap(({ change, refusal }) => {
      const key = isBeside || refusal !== null ? undefined : changeKeys[change]
      return key
        ? [{ key, label: changeLabels[change], icon: ArrowLeftRight, run: () => setOpen(change) }]
        : []
    }),
  )
  return (
    <>
      {changes.map(({ change, refusal }) => (
        <Button
          key={change}
          {...look}
          {...(change === 'approve' && !isBeside && { kind: 'primary' })}
          refusal={refusal}
          title={isBeside ? undefined : changeKeys[change]}
          onClick={() => setOpen(change)}
        >
          {changeLabels[change]}
        </Button>
      ))}
      {open && (
        <ChangeDialog org={org} override={override} change={open} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
