import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { LoggedEvent } from '#contract/event/event.ts'
import { ArtifactStep } from '#web/domain-ui/artifact-step.tsx'
import { causeLabel, whoText } from '#web/domain-ui/cause-labels.ts'
import { silenceText } from './event-labels.ts'

/**
 * An event as a sentence: "ledger-api 4.192.0 → 4.200.0 in staging", or "ledger-functions: no report
 * for 4 h, its interval".
 */
export function WhatAndWhere(props: {
  org: string
  event: LoggedEvent
  registry: string | null
  isOfOne: boolean
}) {
  const { org, event, registry } = props
  const { artifact_name, environment_name: env, replaced, replaced_by, cause, silence } = event
  const link = (name: ReactNode) => (
    <Link
      to="/$org/environments/$env/snapshots/$snapshot"
      params={{ org, env, snapshot: String(event.snapshot_index) }}
      data-row-link
      className="text-text hover:underline"
    >
      {name}
    </Link>
  )
  if (silence) {
    const text = silenceText(silence, event.type === 'fell-silent')
    return (
      <span className="inline-flex max-w-full flex-wrap items-baseline gap-x-1.5 align-bottom">
        {props.isOfOne ? (
          link(text)
        ) : (
          <>
            {link(<b className="font-medium">{env}:</b>)} {text}
          </>
        )}
      </span>
    )
  }
  return (
    <span
      className={clsx(
        'flex max-w-full items-baseline gap-x-1.5',
        // What made a verdict flip wraps before it is cut.
        cause ? 'flex-wrap py-1' : 'max-md:flex-wrap',
      )}
    >
      <ArtifactStep
        name={replaced_by?.artifact_name ?? artifact_name}
        replaced={replaced_by ? artifact_name : (replaced?.artifact_name ?? null)}
        registry={registry}
        renderName={link}
      />
      {event.type === 'scaled' && (
        <span>
          {event.was} → {event.now}
          <span className="sr-only"> instances</span>
        </span>
      )}
      {cause && (
        <span
          data-spare
          className="min-w-0 shrink-[9999] truncate text-muted"
          title={`${causeLabel(cause)}, ${whoText(cause, cause.by)}`}
        >
          {causeLabel(cause)}
        </span>
      )}
      {!props.isOfOne && (
        // Half, but not of a column that is no wider than a short name and this.
        <span className="shrink-0 truncate" style={{ maxWidth: 'max(50%, 10rem)' }}>
          <span className="text-muted">in</span> {env}
        </span>
      )}
    </span>
  )
}
