import { useQuery } from '@tanstack/react-query'
import type { Role } from '#contract/common/endpoint.ts'
import { listAbilities } from '#contract/member/member.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const AbilitiesTable = lazyPart(() => import('./abilities-table.tsx'), <SkeletonRows rows={8} />)

/** Rights of all roles, or of one, as the service itself checks them. */
export function AbilitiesCard(props: { org: string; title: string; of?: Role }) {
  const { org, title, of } = props
  return (
    <Card title={title} answer="Made from the checks that every request passes.">
      <div className="px-4 pt-1 pb-3 text-table">
        <Disclosure label="Show every operation">
          <div className="-mx-4 mt-2 -mb-3">
            <Table org={org} {...(of && { of })} />
          </div>
        </Disclosure>
      </div>
    </Card>
  )
}

function Table(props: { org: string; of?: Role }) {
  const { org, ...shown } = props
  const { data, isError, refetch } = useQuery({
    ...endpointQuery(listAbilities, { org }),
    staleTime: Infinity,
  })
  if (data) return <AbilitiesTable abilities={data} {...shown} />
  return isError ? (
    <div className="px-4 py-3">
      <LoadFailed what="The operations" frame="none" onRetry={refetch} />
    </div>
  ) : (
    <SkeletonRows rows={8} />
  )
}
