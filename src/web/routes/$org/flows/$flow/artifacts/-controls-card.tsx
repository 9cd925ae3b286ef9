import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { referencedControlsQuery } from '#web/control/queries.ts'
import { VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { requiredControls, describeControls } from '#web/verdict/required-controls.ts'
import { artifactVerdictQuery } from '#web/verdict/queries.ts'

/** The controls that policies of an environment ask of an artifact; nothing where they ask none. */
export default function ControlsCard(props: { org: string; env: string; fingerprint: string }) {
  const { org, env, fingerprint } = props
  const verdict = useQuery(artifactVerdictQuery(org, env, { fingerprint })).data?.verdict
  const asked = verdict ? requiredControls(verdict) : []
  const known = useQuery({ ...referencedControlsQuery(org), enabled: asked.length > 0 }).data
  if (asked.length === 0) return null
  return (
    <Card title="Controls" remark={describeControls(asked, env)}>
      <ul className="border-t border-line text-table">
        {asked.map(({ control, qualified, decision }) => (
          <li key={control} className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <Link
                to="/$org/controls/$control/{-$tab}"
                params={{ org, control, tab: undefined }}
                className="min-w-0 font-medium text-text wrap-anywhere hover:underline max-md:-my-3 max-md:py-3"
              >
                {known?.controls.find(({ identifier }) => identifier === control)?.name ?? control}
              </Link>
              <span className="text-meta text-muted">{control}</span>
            </p>
            <p className="flex flex-wrap items-center gap-x-2">
              <VerdictLabel {...qualified} />
              {decision && <span className="text-muted wrap-anywhere">{decision}</span>}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
