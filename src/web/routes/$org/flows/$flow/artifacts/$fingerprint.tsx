import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, createFileRoute, Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { getArtifactDetail } from '#contract/artifact/artifact.ts'
import { downloadArtifactPackage } from '#contract/audit-package/audit-package.ts'
import { partsOfArtifactName } from '#domain/artifact/artifact-name.ts'
import { ApiError } from '#web/api/api-error.ts'
import { readSearch } from '#web/api/search-params.ts'
import { ArtifactFacts, DetailsCard } from '#web/artifact/artifact-facts.tsx'
import { commitOf } from '#web/artifact/commit.ts'
import { EvidenceCard } from '#web/artifact/evidence-card.tsx'
import { FingerprintSearch } from '#web/artifact/fingerprint-search.tsx'
import { ReportsCard } from '#web/artifact/history-card.tsx'
import { artifactQuery, environmentsOfArtifactQuery } from '#web/artifact/queries.ts'
import {
  attestationIdsOf,
  describeTrouble,
  firstTrouble,
  qualifiersWith,
  worstFirst,
} from '#web/artifact/slots.ts'
import { versionsOf } from '#web/attestation/drawer/versions.ts'
import { attestationQuery } from '#web/attestation/queries.ts'
import { TroubleLink } from '#web/attestation/trouble-link.tsx'
import { loadWithPage } from '#web/api/list-query.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { ArtifactName } from '#web/domain-ui/artifact-name.tsx'
import { rowIdOf, useDrawerSteps } from '#web/domain-ui/drawer-steps.ts'
import { verdictOfState, VerdictPill } from '#web/domain-ui/verdict.tsx'
import { useWhyKey, WhyLink } from '#web/domain-ui/why-link.tsx'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import {
  EvidenceSummaries,
  evidenceSummariesQuery,
  useEvidenceSummaries,
} from '#web/record/evidence-summary.tsx'
import {
  OverridableAttestation,
  useDrawerPreload,
} from '#web/routes/$org/flows/$flow/-attestation-drawer.tsx'
import { ErrorPage } from '#web/routes/-error-page.tsx'
import { PageActions } from '#web/shell/page-actions.tsx'
import { CommitLine } from '#web/trail/commit-line.tsx'
import { trailQuery } from '#web/trail/queries.ts'
import { IgnoredNote, Note, StaleNote } from '#web/ui/note.tsx'
import { Page } from '#web/ui/page.tsx'
import { Bone, Loading, SkeletonRows } from '#web/ui/skeleton.tsx'
import { useIsPhone } from '#web/ui/use-media-query.ts'
import { DeployLink } from './-deploy-link.tsx'
import { callFor, CopyReport, NothingYet } from './-report-calls.tsx'
import { Environments } from './-environments.tsx'
import { ArtifactSlotsWhy } from './-slots-why.tsx'

const OverridesCard = lazyPart(() => import('./-overrides-card.tsx'))

const search = z.object({
  artifact_id: z.optional(z.string()),
  attestation_id: z.optional(z.string()),
  environment: z.optional(z.string()),
  why: z.optional(z.enum(['artifact'])),
})

export const Route = createFileRoute('/$org/flows/$flow/artifacts/$fingerprint')({
  validateSearch: (raw) => readSearch(search, raw),
  loaderDeps: ({ search: { artifact_id } }) => ({ artifact_id }),
  loader: async ({
    context: { queryClient },
    params: { org, flow, fingerprint },
    deps,
    location,
  }) => {
    const { attestation_id } = readSearch(search, location.search)
    if (attestation_id) void queryClient.prefetchQuery(attestationQuery(org, attestation_id))
    const environments = loadWithPage(queryClient, environmentsOfArtifactQuery(org, fingerprint))
    const { artifact, slots } = await queryClient.ensureQueryData(
      artifactQuery(org, flow, fingerprint, deps.artifact_id),
    )
    const found = evidenceSummariesQuery(org, attestationIdsOf(slots))
    await Promise.all([environments, found.enabled && loadWithPage(queryClient, found)])
    const { name, version } = partsOfArtifactName(artifact.filename)
    return { crumb: version ?? name }
  },
  pendingComponent: () => (
    <Page title={['Artifact']} heading={<Loading />} facts={<Bone width={320} />}>
      <SkeletonRows rows={8} />
    </Page>
  ),
  errorComponent: UnknownArtifact,
  component: ArtifactPage,
})

function ArtifactPage() {
  const { org, flow, fingerprint } = Route.useParams()
  const { artifact_id, attestation_id, why, environment, ignored } = Route.useSearch()
  const navigate = Route.useNavigate()
  const query = useSuspenseQuery(artifactQuery(org, flow, fingerprint, artifact_id))
  const { artifact } = query.data
  const slots = worstFirst(query.data.slots)
  useDrawerPreload(org, flow, artifact.trail_name)
  const ids = attestationIdsOf(slots)
  const found = useEvidenceSummaries(org, ids)
  const qualified = {
    verdict: verdictOfState[artifact.state],
    qualifiers: qualifiersWith(found, slots),
  }
  useWhyKey(whyTitle(artifact.filename, qualified))
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
  const isPhone = useIsPhone()
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
      heading={<ArtifactName filename={artifact.filename} />}
      isCovered={isPhone && (attestation_id ?? why) !== undefined}
      beside={
        <>
          <VerdictPill {...qualified} />
          <WhyLink
            of="artifact"
            name={whyTitle(artifact.filename, qualified)}
            className="max-md:-my-3 max-md:py-3"
          />
          <TroubleLink text={describeTrouble(slots, found)} attestationId={firstTrouble(slots)} />
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
      <Environments org={org} artifact={artifact} only={environment}>
        <EvidenceSummaries org={org} ids={ids}>
          <EvidenceCard
            slots={slots}
            trail={artifact.trail_name}
            selectedId={rowId}
            link={
              <Link
                to="/$org/attestations"
                params={{ org }}
                search={{
                  fingerprint: artifact.fingerprint,
                  record_type: 'all',
                  ...(artifact.flow_archived && { archived: 'include' as const }),
                }}
                className="text-inherit hover:underline max-md:-my-3 max-md:inline-block max-md:py-3"
              >
                All attestations
              </Link>
            }
            renderFill={(slot) => <CopyReport org={org} artifact={artifact} slot={slot} />}
            empty={<NothingYet org={org} artifact={artifact} />}
          />
        </EvidenceSummaries>
        {slots.some((slot) => slot.is_override) && <OverridesCard org={org} slots={slots} />}
        <>
          <ReportsCard detail={query.data} />
          <DetailsCard artifact={artifact} />
        </>
      </Environments>
      {!attestation_id && (
        <ArtifactSlotsWhy
          org={org}
          detail={query.data}
          found={found}
          callFor={(slot) => callFor(org, artifact, slot)}
        />
      )}
      {attestation_id && (
        <OverridableAttestation
          subject={{
            org,
            flow,
            trail: on,
            attestationId: attestation_id,
            effective,
            target: shown?.scope === 'trail' ? null : name,
            versions: trail && attestation_id ? versionsOf(trail, attestation_id, effective) : [],
          }}
          steps={steps}
          why="artifact"
        />
      )}
    </Page>
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
