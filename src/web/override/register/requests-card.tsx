import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { RegisteredOverride } from '#contract/override/override.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { BeforeAfter, EndsAt } from '#web/override/override-parts.tsx'
import { useChanges } from '#web/override/page/actions.tsx'
import { type Change, changeLabels } from '#web/override/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { TimeAgo } from '#web/ui/time.tsx'
import { requestsQuery } from './queries.ts'

const ChangeDialog = lazyPart(() => import('#web/override/page/change-dialog.tsx'))

/** Requests that wait for a second person, each with the two answers. */
export default function RequestsCard(props: { org: string }) {
  const { org } = props
  const { data } = useQuery(requestsQuery(org))
  // Held here: the row may leave, decided by somebody else, while its dialog says so.
  const [open, setOpen] = useState<{ change: Change; override: RegisteredOverride } | null>(null)
  useShortcuts([
    { key: 'a', label: 'Approve the request of this row', run: () => press('approve') },
    { key: 'd', label: 'Decline the request of this row', run: () => press('decline') },
  ])
  const requests = data?.data ?? []
  if (requests.length === 0 && !open) return null
  return (
    <div className="mb-4">
      <Card title="Waiting for approval" remark={String(data?.pagination.total ?? '')}>
        <ul aria-label="Requests for overrides" className="text-table">
          {requests.map((override) => (
            <ApprovalRequest
              key={override.override_id}
              org={org}
              override={override}
              onOpen={(change) => setOpen({ change, override })}
            />
          ))}
        </ul>
      </Card>
      {open && (
        <Suspense>
          <ChangeDialog org={org} {...open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** Presses the button of the row that has the focus, else of the first row. */
function press(change: Change) {
  const row = document.activeElement?.closest('li') ?? document
  row.querySelector<HTMLElement>(`[data-change="${change}"]:not(:disabled)`)?.click()
}

function ApprovalRequest(props: {
  org: string
  override: RegisteredOverride
  onOpen: (change: Change) => void
}) {
  const { org, override } = props
  const changes = useChanges(override)
  const refusal = changes.find((one) => one.refusal !== null)?.refusal
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5">
      <div className="min-w-[min(100%,17.5rem)] flex-1">
        <p className="flex flex-wrap items-center gap-x-3">
          <Link
            to="/$org/overrides/$override"
            params={{ org, override: override.override_id }}
            className="font-medium text-text hover:underline max-md:-my-3 max-md:py-3"
          >
            {override.attestation_name}
          </Link>
          <BeforeAfter override={override} />
        </p>
        <p className="wrap-anywhere">{override.reason}</p>
        <p className="text-meta text-muted">
          {override.created_by} asked <TimeAgo at={override.created_at} suffix />, on{' '}
          {override.flow_name} / {override.trail_name} · <EndsAt override={override} />
          {refusal && `. ${refusal}`}
        </p>
      </div>
      <div className="flex gap-2">
        {changes.map(({ change, refusal }) => (
          <Button
            key={change}
            data-change={change}
            refusal={refusal}
            aria-label={`${changeLabels[change]} the override of ${override.attestation_name}`}
            onClick={() => props.onOpen(change)}
          >
            {changeLabels[change]}
          </Button>
        ))}
      </div>
    </li>
  )
}
