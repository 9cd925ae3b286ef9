import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { excerptOf } from './extent.ts'
import { PolicyLink } from './policy-link.tsx'
import { policyQuery } from './queries.ts'

/** The part of a policy that decided, as it was written, with the failing rules marked. */
export function PolicyLines(props: {
  org: string
  name: string
  version: number
  /** 1-based first lines of the rules to mark. */
  rules: readonly number[]
}) {
  const { org, name, version } = props
  const query = useQuery(policyQuery(org, name))
  const text = query.data?.versions.find((one) => one.version === version)?.policy_yaml
  const lines = (text ?? '').replace(/\n$/, '').split('\n')
  const { from, to, hits } = excerptOf(lines, props.rules)
  return (
    <section aria-label={`Policy ${name}`} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="min-w-0 truncate text-meta font-medium text-muted">
          {name} v{version}
        </h3>
        <PolicyLink
          org={org}
          name={name}
          className="shrink-0 text-meta text-muted hover:underline max-md:-my-3 max-md:py-3"
        >
          Whole file
        </PolicyLink>
      </div>
      {query.isPending && <SkeletonRows rows={3} />}
      {query.isError && !query.data && (
        <p className="text-table text-muted">The text of the policy could not be loaded.</p>
      )}
      {text !== undefined && (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- can scroll, so must be reachable
          tabIndex={0}
          aria-label={`${name} v${version}, lines ${from} to ${to}`}
          className="overflow-x-auto rounded-base border border-line bg-surface py-1 font-mono text-code"
        >
          {lines.slice(from - 1, to).map((line, index) => {
            const number = from + index
            return (
              <span
                key={number}
                data-hit={hits.has(number) || undefined}
                className={clsx(
                  'grid grid-cols-[32px_minmax(0,1fr)] border-l-2 pr-3',
                  hits.has(number)
                    ? 'border-non-compliant bg-non-compliant-tint'
                    : 'border-transparent',
                )}
              >
                <span aria-hidden="true" className="pr-3 text-right text-muted select-none">
                  {number}
                </span>
                <span className="wrap-anywhere whitespace-pre-wrap">
                  {line || ' '}
                  {hits.has(number) && <span className="sr-only"> (fails)</span>}
                </span>
              </span>
            )
          })}
        </pre>
      )}
    </section>
  )
}
