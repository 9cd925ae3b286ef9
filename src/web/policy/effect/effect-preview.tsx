import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { previewRefusal } from '#web/api/api-error.ts'
import { verdictOfRunning, VerdictStep } from '#web/domain-ui/verdict.tsx'
import { type EffectQuestion, effectQuery } from '#web/policy/queries.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { ProgressLine } from '#web/ui/progress-line.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { WithCode } from '#web/ui/with-code.tsx'
import { type Effect, daysText, effectText, environmentText, flipText } from './effect-text.ts'

const shownFlips = 5

/**
 * Effect of a change of policies, before it is made; for dialogs. It has room for most answers from
 * the start: a button below that moved when the answer comes would lose a press.
 */
export function EffectPreview(props: {
  org: string
  question: EffectQuestion
  /** The change is being made: the answer stays. */
  isPaused: boolean
  /** Whether the change is of more environments than the question names. */
  isCut?: boolean
}) {
  const { org, question, isCut = false } = props
  const query = useQuery({ ...effectQuery(org, question), enabled: !props.isPaused })
  const { data } = query
  return (
    <section
      aria-label="What changes"
      aria-busy={query.isFetching}
      className="relative flex min-h-48 min-w-0 flex-col rounded-base border border-line"
    >
      <ProgressLine edge="top" isBusy={query.isFetching} />
      {query.isError && (
        <div className="px-3 py-2.5">
          <LoadFailed
            what="What changes"
            reason={previewRefusal(query.error)}
            frame="none"
            onRetry={query.refetch}
          />
        </div>
      )}
      {!data && !query.isError && (
        <p className="px-3 py-2.5">
          <span className="sr-only">Working out what changes</span>
          <Bone width={240} />
        </p>
      )}
      {data && !query.isError && (
        <Answer org={org} question={question} effect={data} isCut={isCut} />
      )}
    </section>
  )
}

function Answer(props: { org: string; question: EffectQuestion; effect: Effect; isCut: boolean }) {
  const { org, question, effect } = props
  const { environments, flips } = effect
  const [problem] = effect.problems
  if (problem) {
    return <p className="px-3 py-2.5">{`The draft has an error in line ${problem.line}.`}</p>
  }
  const running = flips.filter(({ is_running }) => is_running)
  const more = environments.reduce((sum, one) => sum + one.flip_count, 0) - shownFlips
  const isOne = environments.length === 1
  return (
    <>
      <p role="status" className="px-3 pt-2.5 font-medium">
        {effectText(effect)}
      </p>
      <ul aria-label="By environment" className="max-h-40 overflow-y-auto px-3 pb-2">
        {environments.map((one) => (
          <li key={one.name} className="pt-2">
            <p className="flex flex-wrap items-center gap-x-3">
              <span className="wrap-anywhere">{one.name}</span>
              {one.state.from !== one.state.to && <State state={one.state} />}
              {!isOne && <span className="text-muted">{environmentText(one)}</span>}
            </p>
            <p className="text-meta text-muted">{daysText(one)}</p>
          </li>
        ))}
      </ul>
      {running.length > 0 && (
        <ul aria-label="Artifacts that flip" className="border-t border-line">
          {running.slice(0, shownFlips).map((flip) => (
            <li
              key={`${flip.environment_name}/${flip.fingerprint}/${flip.name}`}
              className="border-b border-line px-3 py-1.5 last:border-b-0"
            >
              <p className="flex flex-wrap items-center gap-x-3">
                <span className="min-w-0 font-medium wrap-anywhere">{flip.name}</span>
                {!isOne && <span className="text-muted">in {flip.environment_name}</span>}
                <State state={flip} />
              </p>
              <p className="text-meta text-muted wrap-anywhere">
                <WithCode text={flipText(effect, flip)} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-auto flex flex-wrap gap-x-3 border-t border-line px-3 py-1.5 text-meta text-muted">
        <span>
          Evaluated <TimeStamp at={effect.evaluated_at} form="time" /> UTC by what is known now
        </span>
        {more > 0 && <span>{more} more</span>}
        {(props.isCut || effect.has_more_environments) && (
          <span>further environments were not looked at</span>
        )}
        <AllFlips org={org} question={question} />
      </p>
    </>
  )
}

const State = ({ state }: { state: { from: boolean | null; to: boolean | null } }) => (
  <VerdictStep from={verdictOfRunning(state.from)} to={verdictOfRunning(state.to)} />
)

/** The way to all of it, for one policy. */
function AllFlips(props: { org: string; question: EffectQuestion }) {
  const { action, policy_names, environments } = props.question
  const [policy, ...others] = policy_names
  if (policy === undefined || others.length > 0) return null
  return (
    <Link
      to="/$org/policies/$policy/what-if"
      params={{ org: props.org, policy }}
      search={{ action, ...(environments && { environment: environments }) }}
      className="text-accent hover:underline max-md:py-3"
    >
      All that flips
    </Link>
  )
}
