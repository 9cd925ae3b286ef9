import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { overDrawer } from '#web/domain-ui/drawer-steps.ts'
import { EvidenceSummaries } from '#web/record/evidence-summary.tsx'
import { trailQuery } from '#web/trail/queries.ts'
import { type Slot, slotGroupsOf } from '#web/trail/slots.ts'
import { FoundVerdict, linkClass } from './found-verdict.tsx'

/** So many slots are named; the trail has the others. */
const maxNamed = 5

/** Deciding slots of a trail: those that fail or are missing, else those that an override fills. */
export function TrailFindings(props: {
  org: string
  flow: string
  trail: string
  /** Slots of other artifacts do not count. */
  fingerprint: string
}) {
  const { org, flow, trail, fingerprint } = props
  const { data } = useQuery(trailQuery(org, flow, trail))
  if (!data) return null
  const slots = slotGroupsOf(data)
    .filter(({ artifact }) => artifact === null || artifact.fingerprint === fingerprint)
    .flatMap((group) => group.slots)
  const failing = slots.filter(({ verdict }) => verdict !== 'compliant')
  const decisive = failing.length > 0 ? failing : slots.filter(({ isOverridden }) => isOverridden)
  const named = decisive.slice(0, maxNamed)
  return (
    <EvidenceSummaries org={org} ids={named.map(({ attestationId }) => attestationId)}>
      {named.map((slot) => (
        <p key={slot.key} className="wrap-anywhere">
          <Finding {...props} slot={slot} />
        </p>
      ))}
      {decisive.length > named.length && <p>And {decisive.length - named.length} more.</p>}
    </EvidenceSummaries>
  )
}

function Finding(props: { org: string; flow: string; trail: string; slot: Slot }) {
  const { slot, ...params } = props
  const { attestationId: id, name, verdict } = slot
  if (id === null) return <>{name} is missing.</>
  return (
    <>
      Found{' '}
      <Link
        to="/$org/flows/$flow/trails/$trail"
        params={params}
        search={{ attestation_id: id }}
        state={overDrawer}
        className={linkClass}
      >
        {name}
      </Link>
      <FoundVerdict
        org={params.org}
        id={id}
        isCompliant={verdict === 'compliant'}
        isOverride={slot.isOverridden}
      />
    </>
  )
}
