import type { ReactNode } from 'react'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'
import { failingLines } from './nodes.tsx'
import { PolicyLines } from './policy-lines.tsx'
import { type TreeNode, VerdictTree } from './tree.tsx'

/** The call of an addition for an artifact, as the page that has its parts makes it; null without one. */
export type CallOf = (
  added: Addition,
  artifact: { name: string; fingerprint: string },
) => string | null

/** More policies than that are read on their own pages. */
const maxPolicies = 3

/** A verdict explained: in words, as a tree, and in the lines of the policies that decided. */
export function Explanation(props: {
  org: string
  sentence: ReactNode
  label: string
  root: TreeNode
  artifacts: readonly ArtifactNode[]
  children?: ReactNode
}) {
  const { org, root, artifacts } = props
  return (
    <>
      <p className="text-body text-pretty wrap-anywhere">{props.sentence}</p>
      <VerdictTree label={props.label} root={root} />
      {failingLines(artifacts)
        .slice(0, maxPolicies)
        .map(({ name, version, rules }) => (
          <PolicyLines
            key={`${name} ${version}`}
            org={org}
            name={name}
            version={version}
            rules={rules}
          />
        ))}
      {props.children}
    </>
  )
}
