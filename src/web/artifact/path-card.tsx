import { clsx } from 'clsx'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Artifact } from '#contract/artifact/artifact.ts'
import type { EnvironmentOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import { authorName } from '#domain/trail/artifact-evidence.ts'
import { isPlain, verdictText } from '#domain/verdict/qualified-verdict.ts'
import { CommitHash } from '#web/domain-ui/fingerprint.tsx'
import { SnapshotLink } from '#web/domain-ui/snapshot-link.tsx'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayStamp, TimeStamp, useNow } from '#web/ui/time.tsx'
import { commitOf } from './commit.ts'
import type { NextEnvironment } from './next-environments.ts'
import {
  betweenSteps,
  describePath,
  type PathStep,
  pathSteps,
  type ReachedStep,
  stateOfEnvironment,
} from './environment-state.ts'

/** More steps than this stand below each other: beside each other their names would be cut. */
const maxBeside = 6

/** From the commit and the build to each environment, as they were reached, and where it may go. */
export function PathCard(props: {
  org: string
  artifact: Artifact
  environments: readonly EnvironmentOfArtifact[]
  /** Where it may go from there. */
  next: readonly NextEnvironment[]
}) {
  const { org, artifact, environments, next } = props
  const steps = pathSteps(artifact, environments)
  const isBeside = steps.length + next.length <= maxBeside
  const now = useNow()
  if (next.length === 0 && !steps.some(({ kind }) => kind === 'environment')) return null
  return (
    <Card title="How did it get there?" answer={`${describePath(steps, now)} UTC.`}>
      <ol
        className={clsx(
          'grid gap-y-7 px-4 pt-1 pb-4 text-table',
          isBeside &&
            '@min-[50rem]/main:auto-cols-fr @min-[50rem]/main:grid-flow-col @min-[50rem]/main:pt-5',
        )}
      >
        {steps.map((step, index) => {
          const before = steps[index - 1]
          return (
            <Step
              key={step.kind === 'environment' ? step.environment.environment_name : step.kind}
              isBeside={isBeside}
              after={before && betweenSteps(before, step)}
              isLast={index === steps.length - 1 && next.length === 0}
              isAhead={index === steps.length - 1}
              {...partsOf(org, artifact, step, now)}
            />
          )
        })}
        {next.map(({ environment, said }, index) => (
          <Step
            key={environment}
            isBeside={isBeside}
            after={undefined}
            isLast={index === next.length - 1}
            isAhead
            mark={<VerdictMark verdict="missing" size={16} silent />}
            name={
              <Link
                to="/$org/can-i-deploy"
                params={{ org }}
                search={{ fingerprint: [artifact.fingerprint], environment: [environment] }}
                className="text-text wrap-anywhere hover:underline max-md:py-3"
              >
                {environment}
              </Link>
            }
            at="not there"
            said={said}
          />
        ))}
      </ol>
    </Card>
  )
}

interface StepParts {
  mark: ReactNode
  name: ReactNode
  at: ReactNode
  said: ReactNode
}

function partsOf(org: string, artifact: Artifact, step: PathStep, now: number): StepParts {
  if (step.kind === 'commit') {
    const { sha1, author } = commitOf(artifact)
    return {
      mark: <Ring />,
      name: <CommitHash sha1={sha1} />,
      at: <TimeStamp at={step.at} form="moment" />,
      said: author && `by ${authorName(author) || author}`,
    }
  }
  if (step.kind === 'build') {
    return {
      mark: <Ring />,
      name: 'Reported',
      at: <TimeStamp at={step.at} form="moment" />,
      said: artifact.trail_name,
    }
  }
  return environmentParts(org, step, now)
}

function environmentParts(
  org: string,
  { at, environment, startedIndex }: ReachedStep,
  now: number,
): StepParts {
  const state = stateOfEnvironment(environment, now)
  const exitedAt = state?.period.exited_at ?? null
  return {
    mark: (
      <VerdictMark
        verdict={state?.verdict ?? 'unknown'}
        isStale={state?.isStale}
        isQualified={state !== null && !isPlain(state)}
        size={16}
        silent
      />
    ),
    name: (
      <SnapshotLink
        org={org}
        environment={environment.environment_name}
        index={startedIndex}
        className="text-text wrap-anywhere hover:underline max-md:py-3"
      >
        {environment.environment_name}
      </SnapshotLink>
    ),
    at: <TimeStamp at={at} form="moment" />,
    said: state && (
      <>
        {verdictText(state)}
        {exitedAt !== null && (
          <>
            , exited <DayStamp at={exitedAt} />
          </>
        )}
      </>
    ),
  }
}

const Ring = () => (
  <span
    aria-hidden="true"
    className="m-[3px] size-[.625rem] rounded-full border-[1.5px] border-text"
  />
)

/** One step; the way to it is a line, with the time that it took. */
function Step(
  props: StepParts & {
    isBeside: boolean
    isLast: boolean
    /** The way on from it was not gone yet. */
    isAhead: boolean
    after: string | undefined
  },
) {
  const { isBeside, isLast, isAhead, after } = props
  return (
    <li
      className={clsx(
        'relative grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3',
        !isLast &&
          'before:absolute before:top-5 before:-bottom-7 before:left-[.4375rem] before:border-l before:border-control-border',
        !isLast && isAhead && 'before:border-dashed',
        isBeside &&
          '@min-[50rem]/main:block @min-[50rem]/main:pr-3 @min-[50rem]/main:before:top-[.4375rem] @min-[50rem]/main:before:right-1 @min-[50rem]/main:before:bottom-auto @min-[50rem]/main:before:left-5 @min-[50rem]/main:before:border-t @min-[50rem]/main:before:border-l-0',
      )}
    >
      {after && (
        <span
          className={clsx(
            'absolute -top-5.5 left-7 text-mini text-muted',
            isBeside &&
              '@min-[50rem]/main:-top-3.5 @min-[50rem]/main:right-[calc(100%+.25rem)] @min-[50rem]/main:left-[calc(1.25rem-100%)] @min-[50rem]/main:text-center',
          )}
        >
          {after}
        </span>
      )}
      <span className="mt-0.5 grid size-4 place-items-center">{props.mark}</span>
      <span className="min-w-0 font-medium wrap-anywhere">{props.name}</span>
      <span className="text-meta leading-5 text-muted @min-[50rem]/main:block">{props.at}</span>
      <span className="col-start-2 -col-end-1 text-meta text-muted wrap-anywhere">
        {props.said}
      </span>
    </li>
  )
}
