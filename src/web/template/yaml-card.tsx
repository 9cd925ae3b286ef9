import type { TemplateVersion } from '#contract/template-version.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { linesOf, templateText } from './template-text.ts'

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
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- can scroll, so must be reachable
        tabIndex={0}
        aria-label="Template"
        className="max-h-[70dvh] overflow-auto rounded-b-card border-t border-line bg-surface py-2 font-mono text-code focus-visible:-outline-offset-2"
      >
        {linesOf(text).map((line, index) => (
          <span key={index} className="grid grid-cols-[48px_minmax(0,1fr)] pr-4">
            <span aria-hidden="true" className="pr-4 text-right text-muted select-none">
              {index + 1}
            </span>
            <span className="wrap-anywhere whitespace-pre-wrap">{line || ' '}</span>
          </span>
        ))}
      </pre>
    </Card>
  )
}

function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
