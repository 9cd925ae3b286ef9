import type { TemplateVersion } from '#contract/template/template-version.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { download } from '../ui/download.ts'
import { NumberedLines } from '../ui/numbered-lines.tsx'
import { templateText } from './template-text.ts'

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
