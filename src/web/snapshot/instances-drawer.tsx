import { useQuery } from '@tanstack/react-query'
import type { RunningArtifact } from '#contract/snapshot/snapshot-page.ts'
import { DrawerFrame, type DrawerSteps } from '../ui/drawer-frame.tsx'
import { Note } from '../ui/note.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { verdictOfRunning, verdicts } from '../ui/verdict-mark.tsx'
import { VerdictLabel } from '../ui/verdict-word.tsx'
import { WhyLink } from '../ui/why-link.tsx'
import { ArtifactFacts } from './artifact-facts.tsx'
import { InstancesView } from './instances-view.tsx'
import { instancesQuery } from './queries.ts'
import { ReportBuild } from './report-build.tsx'

/** What runs, beside the page: where it comes from, and where each instance runs. */
export default function InstancesDrawer(props: {
  org: string
  env: string
  /** The snapshot whose instances are shown. */
  index: number
  artifact: RunningArtifact
  steps: DrawerSteps
}) {
  const { org, env, index, artifact, steps } = props
  const { name, fingerprint, compliant, environment_name, provenance } = artifact
  const verdict = verdictOfRunning(compliant)
  const asked = { artifact_name: name, artifact_fingerprint: fingerprint, member: environment_name }
  // Those of one that exited are in the snapshot before.
  const at = artifact.now === 0 ? index - 1 : index
  const query = useQuery(instancesQuery(org, env, at, asked))
  return (
    <DrawerFrame
      title={name}
      steps={steps}
      meta={
        <>
          <VerdictLabel verdict={verdict} />
          {artifact.now > 0 && (
            <WhyLink
              of={fingerprint || name}
              name={`Why is ${name} ${verdicts[verdict].label.toLowerCase()}?`}
              {...(environment_name !== undefined && { place: { org, env: environment_name } })}
              className="text-table max-md:-my-3 max-md:py-3"
            />
          )}
        </>
      }
    >
      <ArtifactFacts org={org} env={env} artifact={artifact} />
      {!provenance && (
        <section aria-label="Provenance" className="grid gap-2 text-table">
          <h3 className="font-semibold">No provenance</h3>
          <p>
            No flow has reported how this was built
            {fingerprint === '' && ', and its fingerprint could not be found out where it runs'}.
            Report the build, and it is known here at once:
          </p>
          <ReportBuild org={org} artifact={artifact} />
        </section>
      )}
      {query.data && <InstancesView instances={query.data} />}
      {query.data && artifact.now > 0 && query.data.created_at.length !== artifact.now && (
        <p className="text-table text-muted">
          The last report counts {artifact.now}: one that changes only numbers keeps no details.
        </p>
      )}
      {query.isPending && <SkeletonRows rows={2} />}
      {query.isError && !query.data && <Note>The instances could not be loaded.</Note>}
    </DrawerFrame>
  )
}
