import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { RegisteredOverride } from '#contract/override.ts'
import { useRefusal } from '../api/permission.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { type Change, changeWords } from './changes.ts'

const ChangeDialog = lazy(() => import('./change-dialog.tsx'))
const frame = getRouteApi('/$org')

/** What can be done with an override now, and who may not do it. */
export function useChanges(
  override: RegisteredOverride,
): { change: Change; refusal: string | null }[] {
  const refusal = useRefusal('member')
  const { session } = frame.useRouteContext()
  const { state, request } = override
  if (state === 'active' || state === 'expiring') {
    return (['extend', 'end'] as const).map((change) => ({ change, refusal }))
  }
  if (state !== 'requested' || !request) return []
  if (request.requested_by === session.user.name) {
    const own = { change: 'approve' as const, refusal: request.approval_refusal }
    return [own, { change: 'withdraw', refusal }]
  }
  const both = request.approval_refusal ?? refusal
  return (['approve', 'decline'] as const).map((change) => ({ change, refusal: both }))
}

/** Buttons of all that can be done with an override, each confirmed with a reason. */
export function OverrideActions(props: {
  org: string
  override: RegisteredOverride
  size?: 'small'
}) {
  const { org, override, size } = props
  const changes = useChanges(override)
  const [open, setOpen] = useState<Change | null>(null)
  const look = size && { size }
  const refusals = [...new Set(changes.flatMap(({ refusal }) => refusal ?? []))]
  return (
    <>
      <RestoreLink org={org} override={override} {...look} />
      {changes.map(({ change, refusal }) => (
        <Button
          key={change}
          {...look}
          data-change={change}
          disabled={refusal !== null}
          title={refusal ?? undefined}
          onClick={() => setOpen(change)}
        >
          {changeWords[change]}
        </Button>
      ))}
      {refusals.length > 0 && <span className="text-meta text-muted">{refusals.join(' ')}</span>}
      {open && (
        <Suspense>
          <ChangeDialog org={org} override={override} change={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

/** The form, filled in with what the evidence says itself. */
function RestoreLink(props: { org: string; override: RegisteredOverride; size?: 'small' }) {
  const { org, override, size } = props
  const { original, flow_name: flow, trail_name: trail, artifact_fingerprint } = override
  const stands = override.state === 'active' || override.state === 'expiring'
  if (!stands || !original || original.is_compliant === override.new_compliance_status) return null
  return (
    <Link
      to="/$org/flows/$flow/trails/$trail/override"
      params={{ org, flow, trail }}
      search={{
        attestation_name: override.attestation_name,
        ...(artifact_fingerprint
          ? { artifact_fingerprint }
          : override.target_artifacts.length > 0 && {
              target_artifacts: override.target_artifacts,
            }),
        verdict: original.is_compliant ? 'compliant' : 'non-compliant',
      }}
      className={buttonClass(size && { size })}
    >
      Restore
    </Link>
  )
}
