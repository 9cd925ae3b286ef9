import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { suspendingPart } from '#web/connection/lazy-part.ts'
import { loadWithPage } from '#web/api/list-query.ts'
import { useChangeRefusal } from '#web/api/permission.ts'
import { readSearch } from '#web/api/search-params.ts'
import { attestationQuery } from '#web/attestation/queries.ts'
import { evidenceSummary } from '#domain/attestation/evidence-summary.ts'
import { needsApproval } from '#domain/override/override-rules.ts'
import { FingerprintLink } from '#web/domain-ui/fingerprint.tsx'
import { ArchivedNote } from '#web/flow/flow-page.tsx'
import {
  isAboutSubject,
  trailRequestsQuery,
  useTrailRequests,
} from '#web/override/request-marks.tsx'
import { SlotChoice } from '#web/override/form/slot-choice.tsx'
import type { Made } from '#web/override/form/submit.ts'
import {
  overriddenLabel,
  targetOf,
  targetProblem,
  targetStateOf,
} from '#web/override/form/target.ts'
import { settingsQuery } from '#web/override/queries.ts'
import { useAfterSave } from '#web/record/use-change.ts'
import { trailQuery } from '#web/trail/queries.ts'
import { toast } from '#web/ui/announcer.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { IgnoredNote, Note } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonRows, PendingCard } from '#web/ui/skeleton.tsx'

const OverrideForm = suspendingPart(() => import('#web/override/form/form.tsx'))
const WaitingCard = suspendingPart(() => import('#web/override/waiting-card.tsx'))

const search = z.object({
  attestation_name: z.optional(z.string()),
  artifact_fingerprint: z.optional(z.string()),
  target_artifacts: z.optional(z.array(z.string())),
  verdict: z.optional(z.enum(['compliant', 'non-compliant'])),
})

export const Route = createFileRoute('/$org/flows/$flow/trails/$trail/override')({
  validateSearch: (raw) => readSearch(search, raw),
  loader: ({ context: { queryClient }, params: { org, flow, trail } }) => {
    return Promise.all([
      // One that cannot be loaded says so where it is shown.
      OverrideForm.preload().catch(() => null),
      queryClient.ensureQueryData(trailQuery(org, flow, trail)),
      queryClient.ensureQueryData(settingsQuery(org)),
      loadWithPage(queryClient, trailRequestsQuery(org, flow, trail)),
    ])
  },
  pendingComponent: () => (
    <Page title={['Override']} heading="Override">
      <PendingCard shape="form" />
    </Page>
  ),
  component: OverridePage,
  staticData: { crumb: 'Override' },
})

function OverridePage() {
  const { org, flow, trail: trailName } = Route.useParams()
  const { ignored, ...query } = Route.useSearch()
  const { attestation_name: name, artifact_fingerprint } = query
  const { data: trail } = useSuspenseQuery(trailQuery(org, flow, trailName))
  return (
    <Page
      title={[name ? `Override ${name}` : 'Override', trailName, org]}
      heading={name ? `Override ${name}` : 'Override'}
      facts={
        <>
          {name !== undefined && (
            <span>{overriddenLabel(trail, targetOf({ flow, trail: trailName }, query))}</span>
          )}
          <span>
            Trail{' '}
            <Link
              to="/$org/flows/$flow/trails/$trail"
              params={{ org, flow, trail: trailName }}
              activeOptions={{ exact: true }}
              className="text-text hover:underline"
            >
              {trailName}
            </Link>
          </span>
          {artifact_fingerprint && (
            <FingerprintLink org={org} flow={flow} value={artifact_fingerprint} />
          )}
        </>
      }
    >
      <ArchivedNote org={org} flow={flow} archivedAt={trail.flow.archived_at} />
      <IgnoredNote ignored={ignored} />
      {name === undefined ? <SlotChoice org={org} trail={trail} /> : <NamedOverride />}
    </Page>
  )
}

function NamedOverride() {
  const { org, flow, trail: trailName } = Route.useParams()
  const search = Route.useSearch()
  const { data: trail } = useSuspenseQuery(trailQuery(org, flow, trailName))
  const { data: settings } = useSuspenseQuery(settingsQuery(org))
  const navigate = Route.useNavigate()
  const navigateAfterSave = useAfterSave(navigate)
  const refusal = useChangeRefusal('flow', trail.flow)
  const target = targetOf({ flow, trail: trailName }, search)
  const standing = targetStateOf(trail, target)
  const query = useQuery({
    ...attestationQuery(org, standing.originalId ?? ''),
    enabled: standing.originalId !== null,
    placeholderData: (before) => before,
  })
  const waiting = useTrailRequests(org, flow, trailName).filter((request) =>
    isAboutSubject(request, {
      name: target.name,
      fingerprint: target.fingerprint ?? null,
      artifacts: standing.artifactName === null ? target.targets : [standing.artifactName],
    }),
  )
  const [isAnother, setAnother] = useState(false)
  const leave = ({ id, isRequest }: Made) => {
    const what = isRequest ? 'the request' : 'the override'
    toast(isRequest ? `Asked to override ${target.name}` : `Overrode ${target.name}`, {
      label: `Open ${what}`,
      run: () => void navigate({ to: '/$org/overrides/$override', params: { org, override: id } }),
    })
    void navigateAfterSave({
      to: '/$org/flows/$flow/trails/$trail',
      params: { org, flow, trail: trailName },
      // Back leads to where the form was opened, not to one that asks for it all again.
      replace: true,
    })
  }
  const problem = targetProblem(target)
  if (problem) return <Note>{problem}</Note>
  if (waiting.length > 0 && !isAnother) {
    return (
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <WaitingCard org={org} requests={waiting} />
        <Button className="mt-4" onClick={() => setAnother(true)}>
          Ask for another override
        </Button>
      </Suspense>
    )
  }
  if (query.isError) return <LoadFailed what="The evidence" onRetry={query.refetch} />
  if (query.isLoading) return <PendingCard shape="form" />
  const original = query.data ?? null
  return (
    <Suspense fallback={<PendingCard shape="form" />}>
      <OverrideForm
        key={JSON.stringify([target, search.verdict])}
        org={org}
        target={target}
        standing={standing}
        original={original}
        finding={original && evidenceSummary(original)}
        commit={original?.git_commit_info?.sha1 ?? trail.git_commit_info?.sha1 ?? null}
        settings={settings}
        needsApproval={needsApproval(settings, 'flow', trail.flow.tags)}
        verdict={search.verdict ? search.verdict === 'compliant' : null}
        refusal={refusal}
        cancel={
          <Link
            to="/$org/flows/$flow/trails/$trail"
            params={{ org, flow, trail: trailName }}
            activeOptions={{ exact: true }}
            className={buttonClass({ kind: 'quiet' })}
          >
            Cancel
          </Link>
        }
        onMade={leave}
      />
    </Suspense>
  )
}
