import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { type Artifact, getArtifactDetail } from '#contract/artifact/artifact.ts'
import { downloadArtifactPackage } from '#contract/audit-package/audit-package.ts'
import { qualifiersOfSlots } from '#domain/verdict/qualifiers.ts'
import { ApiError } from '#web/api/api-error.ts'
import { readSearch } from '#web/api/search-params.ts'
import { ArtifactFacts, DetailsCard } from '#web/artifact/artifact-facts.tsx'
import { commitOf } from '#web/artifact/commit.ts'
import { EvidenceCard } from '#web/artifact/evidence-card.tsx'
import { FingerprintSearch } from '#web/artifact/fingerprint-search.tsx'
import { HistoryCard, ReportsCard } from '#web/artifact/history-card.tsx'
import { PathCard } from '#web/artifact/path-card.tsx'
import { PeriodsCard } from '#web/artifact/periods-card.tsx'
import { PlacesCard } from '#web/artifact/places-card.tsx'
import { artifactQuery, environmentsOfArtifactQuery } from '#web/artifact/queries.ts'
import { attestationIdsOf, describeTrouble, firstTrouble } from '#web/artifact/slots.ts'
import { versionsOf } from '#web/attestation/drawer/versions.ts'
import { attestationQuery } from '#web/attestation/queries.ts'
import { TroubleLink } from '#web/attestation/trouble-link.tsx'
import { rowIdOf, useDrawerSteps } from '#web/domain-ui/drawer-steps.ts'
import { verdictOfState, VerdictPill, verdicts } from '#web/domain-ui/verdict.tsx'
import { useWhyKey, WhyLink } from '#web/domain-ui/why-link.tsx'
import { EvidenceSummaries } from '#web/record/evidence-summary.tsx'
import { OverridableAttestation } from '#web/routes/$org/flows/$flow/-attestation-drawer.tsx'
import { ErrorPage } from '#web/routes/-error-page.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { CommitLine } from '#web/trail/commit-line.tsx'
import { trailQuery } from '#web/trail/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { IgnoredNote, Note, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { Bone, Loading, SkeletonRows } from '#web/ui/skeleton.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { DeployLink } from './-deploy-link.tsx'
import { callFor, CopyReport, NothingYet } from './-report-calls.tsx'
import { ArtifactSlotsWhy } from './-slots-why.tsx'

const search = z.object({
  artifact_id: z.optional(z.string()),
  attestation_id: z.optional(z.string()),
  environment: z.optional(z.string()),
  why: z.optional(z.enum(['artifact'])),
})

export const Route = createFileRoute('/$org/flows/$flow/artifacts/$fingerprint')({
  validateSearch: (raw) => readSearch(search, raw),
  loaderDeps: ({ search: { artifact_id } }) => ({ artifact_id }),
  loader: ({ context: { queryClient }, params: { org, flow, fingerprint }, deps, location }) => {
    const { attestation_id } = readSearch(search, location.search)
    if (attestation_id) void queryClient.prefetchQuery(attestationQuery(org, attestation_id))
    return queryClient.ensureQueryData(artifactQuery(org, flow, fingerprint, deps.artifact_id))
  },
  pendingComponent: ArtifactPending,
  errorComponent: UnknownArtifact,
  component: ArtifactPage,
  staticData: { crumb: '$fingerprint' },
})

function ArtifactPage() {
  const { org, flow, fingerprint } = Route.useParams()
  const { artifact_id, attestation_id, why, environment, ignored } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useSuspenseQuery(artifactQuery(org, flow, fingerprint, artifact_id))
  const { artifact, slots } = query.data
  const verdict = verdictOfState[artifact.state]
  useWhyKey()
  const ids = attestationIdsOf(slots)
  const rows = slots.map(({ attestation_id: id, overridden_attestation_id: overriddenId }) => ({
    id,
    overriddenId,
  }))
  const effective = [...ids, ...rows.flatMap(({ overriddenId }) => overriddenId ?? [])]
  const rowId = rowIdOf(attestation_id, rows)
  const steps = useDrawerSteps(
    rowId,
    ids,
    (id) =>
      void navigate({
        search: ({ attestation_id: _, ...rest }) => ({
          ...rest,
          ...(id && { attestation_id: id }),
        }),
        resetScroll: false,
      }),
  )
  const isPhone = useMediaQuery('(width < 768px)')
  const on = artifact.trail_name ?? ''
  const { data: trail } = useQuery({
    ...trailQuery(org, flow, on),
    enabled: attestation_id !== undefined && on !== '',
  })
  const shown = slots.find((slot) => slot.attestation_id === rowId)
  const name = artifact.template_reference_name ?? artifact.filename

  return (
    <Page
      title={[artifact.filename, flow, org]}
      heading={artifact.filename}
      isCovered={isPhone && (attestation_id ?? why) !== undefined}
      beside={
        <>
          <VerdictPill verdict={verdict} qualifiers={qualifiersOfSlots(slots)} />
          <WhyLink
            of="artifact"
            name={`Why is ${artifact.filename} ${verdicts[verdict].label.toLowerCase()}?`}
            className="max-md:-my-3 max-md:py-3"
          />
          <TroubleLink words={describeTrouble(slots)} attestationId={firstTrouble(slots)} />
        </>
      }
      facts={
        <ArtifactFacts
          org={org}
          artifact={artifact}
          commit={<CommitLine commit={commitOf(artifact)} withAuthor />}
        />
      }
      actions={
        <>
          <DeployLink org={org} fingerprint={fingerprint} />
          <PageActions
            call={{
              endpoint: getArtifactDetail,
              params: { org, flow_name: flow, fingerprint },
              query: () => ({ artifact_id }),
            }}
            auditPackage={downloadArtifactPackage}
          />
        </>
      }
    >
      <IgnoredNote ignored={ignored} onClear={() => void navigate({ search: {} })} />
      {artifact_id && artifact_id !== artifact.artifact_id && (
        <Note>
          This flow has no report <code className="font-mono text-code">{artifact_id}</code> of this
          artifact. Shown is the newest one.
        </Note>
      )}
      <StaleNote what="The artifact" query={query} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <EvidenceSummaries org={org} ids={ids}>
          <EvidenceCard
            slots={slots}
            trail={artifact.trail_name}
            selectedId={rowId}
            renderFill={(slot) => <CopyReport org={org} artifact={artifact} slot={slot} />}
            empty={<NothingYet org={org} artifact={artifact} />}
          />
        </EvidenceSummaries>
        <Places org={org} artifact={artifact} only={environment} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 has-[>div:empty]:grid-cols-[minmax(0,1fr)]! @min-medium/main:grid-cols-2">
          <HistoryCard history={artifact.history} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden">
            <ReportsCard detail={query.data} />
            <DetailsCard artifact={artifact} />
          </div>
        </div>
      </div>
      {!attestation_id && (
        <ArtifactSlotsWhy
          org={org}
          detail={query.data}
          callFor={(slot) => callFor(org, artifact, slot)}
        />
      )}
      {attestation_id && (
        <OverridableAttestation
          place={{
            org,
            flow,
            trail: on,
            attestationId: attestation_id,
            effective,
            target: shown?.scope === 'trail' ? null : name,
            versions: trail && attestation_id ? versionsOf(trail, attestation_id, effective) : [],
          }}
          steps={steps}
        />
      )}
    </Page>
  )
}

/** Where the artifact runs, how it got there and when it ran; a failure leaves the rest of the page. */
function Places(props: { org: string; artifact: Artifact; only: string | undefined }) {
  const { org, artifact, only } = props
  const query = useQuery(environmentsOfArtifactQuery(org, artifact.fingerprint))
  if (!query.data) {
    return query.isError ? (
      <Note
        action={
          <Button size="small" onClick={() => void query.refetch()}>
            Retry
          </Button>
        }
      >
        Where it runs could not be loaded.
      </Note>
    ) : (
      <SkeletonRows rows={3} />
    )
  }
  const { environments } = query.data
  const shown = environments.filter((one) => !only || one.environment_name === only)
  return (
    <>
      <PlacesCard
        org={org}
        fingerprint={artifact.fingerprint}
        environments={environments}
        only={only}
      />
      {environments.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-medium/main:grid-cols-2">
          <PathCard org={org} createdAt={artifact.created_at} environments={environments} />
          <PeriodsCard org={org} environments={shown} />
        </div>
      )}
    </>
  )
}

function UnknownArtifact(props: ErrorComponentProps) {
  const { org, fingerprint } = Route.useParams()
  const { error } = props
  if (!(error instanceof ApiError) || ![400, 404].includes(error.status)) {
    return <ErrorPage {...props} />
  }
  return (
    <Page title={['Unknown artifact', org]} heading="Unknown artifact">
      <p className="max-w-[72ch] wrap-anywhere text-muted">
        {error.errors['fingerprint'] ?? error.message}
      </p>
      <FingerprintSearch org={org} text={fingerprint} />
    </Page>
  )
}

function ArtifactPending() {
  return (
    <Page title={['Artifact']} heading={<Loading />} facts={<Bone width={320} />}>
      <SkeletonRows rows={8} />
    </Page>
  )
}
