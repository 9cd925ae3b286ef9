import type { Policy } from '#contract/policy/policy.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { download } from '../ui/download.ts'
import { NumberedLines } from '../ui/numbered-lines.tsx'

/** A version of a policy as it was sent, to copy and to take away. */
export function YamlCard(props: { policy: string; version: Policy['versions'][number] }) {
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
