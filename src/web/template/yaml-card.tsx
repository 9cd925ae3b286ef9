import type { TemplateVersion } from '#contract/template/template.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { download } from '#web/ui/download.ts'
import { NumberedLines } from '#web/ui/numbered-lines.tsx'
import { templateText } from './queries.ts'

/** A template as it was sent, with line numbers, to copy and to take away. */
export function YamlCard(props: { flow: string; version: TemplateVersion }) {
  const { flow, version } = props
  const text = templateText(version)
  const isYaml = version.content !== null
  const name = `${flow}-template-v${version.version}.${isYaml ? 'yml' : 'txt'}`
  return (
    <Card
      title={isYaml ? 'YAML' : 'List of names'}
      remark={`version ${version.version}`}
      actions={
        <span className="flex gap-1">
          <CopyButton text={text} what="Template" label="Copy" />
          <Button kind="quiet" size="small" onClick={() => download(name, text)}>
            Download
          </Button>
        </span>
      }
    >
      <NumberedLines label="Template" text={text} />
    </Card>
  )
}
