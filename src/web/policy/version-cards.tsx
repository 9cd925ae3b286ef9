import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Policy } from '#contract/policy.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { download } from '../ui/download.ts'
import { NumberedLines } from '../ui/numbered-lines.tsx'

const ChangesTable = lazy(() => import('../ui/changes-table.tsx'))

/** A version of a policy, as `versions` of a policy has it. */
type Version = Policy['versions'][number]

/** A version of a policy as it was sent, to copy and to take away. */
export function YamlCard(props: { policy: string; version: Version }) {
  const { policy, version } = props
  const { policy_yaml: text } = version
  return (
    <Card
      title="YAML"
      remark={`version ${version.version}${version.comment && `: ${version.comment}`}`}
      actions={
        <span className="flex gap-1">
          <CopyButton text={text} what="Policy" label="Copy" />
          <Button
            kind="quiet"
            size="small"
            onClick={() => download(`${policy}-v${version.version}.yml`, text)}
          >
            Download
          </Button>
        </span>
      }
    >
      <NumberedLines label="Policy" text={text} />
    </Card>
  )
}

const sideOf = ({ version, policy_yaml }: Version) => ({
  name: `version ${version}`,
  text: policy_yaml,
})

const withoutComparison = (search: object) => ({ ...search, compare: undefined })

/** Two versions line by line, older first whichever was opened. */
export function ComparisonCard(props: { one: Version; other: Version }) {
  const { one, other } = props
  const [before, after] = one.version < other.version ? [one, other] : [other, one]
  return (
    <Card
      title={`From version ${before.version} to version ${after.version}`}
      answer={after.comment}
      actions={
        <Link
          to="."
          search={withoutComparison}
          className={buttonClass({ kind: 'quiet', size: 'small' })}
        >
          Close comparison
        </Link>
      }
    >
      <Suspense fallback={<div className="h-40 border-t border-line" />}>
        <ChangesTable before={sideOf(before)} after={sideOf(after)} />
      </Suspense>
    </Card>
  )
}
