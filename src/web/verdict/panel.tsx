import { useQueries, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import type { PipelineCall } from '#web/ui/call-form.ts'
import type { ExplainedVerdict } from '#web/domain-ui/cause-text.ts'
import { EvidenceSummaries, evidenceSummariesQuery } from '#web/record/evidence-summary.tsx'
import { Bone, SkeletonRows } from '#web/ui/skeleton.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { decisiveEvidence, failingLines, PolicyLink } from './nodes.tsx'
import { policyQuery } from './queries.ts'
import { type TreeNode, VerdictTree } from './tree.tsx'

/** The call of an addition for an artifact, as the page that has its parts makes it; null without one. */
export type CallOf = (
  added: Addition,
  artifact: { name: string; fingerprint: string },
) => PipelineCall | null

/** More policies than that are read on their own pages. */
const maxPolicies = 3

/**
 * A verdict explained: in words, as a tree, and in the lines of the policies that decided. What is
 * below the text is shown at once: what came later would move it.
 */
export function Explanation(props: {
  org: string
  sentence: ReactNode
  label: string
  root: TreeNode
  known: readonly ExplainedVerdict[]
  children?: ReactNode
}) {
  const { org, root, known } = props
  const evidence = decisiveEvidence(known)
  const policies = failingLines(known.map(({ verdict }) => verdict)).slice(0, maxPolicies)
  const summaries = useQuery(evidenceSummariesQuery(org, evidence))
  const texts = useQueries({ queries: policies.map(({ name }) => policyQuery(org, name)) })
  const isThere = [summaries, ...texts].every(({ isLoading }) => !isLoading)
  const [isShown, setShown] = useState(isThere)
  if (isThere && !isShown) setShown(true)
  return (
    <>
      <p className="text-body text-pretty wrap-anywhere">{props.sentence}</p>
      {isShown ? (
        <EvidenceSummaries org={org} ids={evidence}>
          <VerdictTree label={props.label} root={root} />
          {policies.map(({ name, version, rules }) => (
            <PolicyLines
              key={`${name} ${version}`}
              org={org}
              name={name}
              version={version}
              rules={rules}
            />
          ))}
          {props.children}
        </EvidenceSummaries>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </>
  )
}

/** When a verdict was worked out, and of which snapshot. */
export function Evaluated(props: { at: number; snapshot: number | null }) {
  return (
    <p className="text-meta text-muted">
      Evaluated <TimeStamp at={props.at} form="stamp" />
      {props.snapshot !== null && `. Snapshot #${props.snapshot}`}.
    </p>
  )
}

/** Its room, until that is known. */
export const EvaluatedPending = () => (
  <p className="text-meta">
    <Bone width={240} />
  </p>
)

/** Lines of a policy to show: from and to are 1-based and included. */
interface Excerpt {
  from: number
  to: number
  /** Lines of rules that failed. */
  hits: ReadonlySet<number>
}

const indentOf = (line: string) => /^[\s-]*/.exec(line)?.[0].length ?? 0
const isBlank = (line: string) => /^\s*(#|$)/.test(line)

/** The lines of the rule that begins on a line: those that stand further in than its first word. */
function extentOf(lines: readonly string[], first: number): number[] {
  const start = lines[first - 1]
  if (start === undefined) return []
  const dash = /^\s*-/.exec(start)
  const own = dash ? dash[0].length - 1 : indentOf(start)
  let last = first
  for (let at = first + 1; at <= lines.length; at++) {
    const line = lines[at - 1] ?? ''
    if (isBlank(line)) continue
    const indent = /^\s*/.exec(line)?.[0].length ?? 0
    if (indent <= own) break
    last = at
  }
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Lines around those of some rules, which are marked. */
const around = 3

/** The part of a policy's text that has some rules in it; all of it where there is none. */
export function excerptOf(lines: readonly string[], rules: readonly number[]): Excerpt {
  const hits = new Set(rules.flatMap((line) => extentOf(lines, line)))
  if (hits.size === 0) return { from: 1, to: lines.length, hits }
  return {
    from: Math.max(1, Math.min(...hits) - around),
    to: Math.min(lines.length, Math.max(...hits) + 1),
    hits,
  }
}

/** The part of a policy that decided, as it was written, with the failing rules marked. */
function PolicyLines(props: {
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
                  'grid grid-cols-[2rem_minmax(0,1fr)] border-l-2 pr-3',
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
