import { Fragment, type ReactNode } from 'react'
import type { TemplateSlot, TemplateVersion } from '#contract/template/template.ts'
import type { SlotDocument } from '#domain/template/template-slots.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { download } from '#web/ui/download.ts'
import { NumberedLines } from '#web/ui/numbered-lines.tsx'
import { templateText } from './queries.ts'

/** A template's slots as a tree: of the trail, and of each artifact. */
export function ExpectedCard(props: {
  document: SlotDocument
  renderType: (type: string) => ReactNode
  /** Instead of the tree, when nothing is expected. */
  empty: ReactNode
}) {
  const groups = groupsOf(props.document)
  if (groups.length === 0) return <Card title="Expected">{props.empty}</Card>
  return (
    <Card title="Expected" remark={countsOf(props.document)}>
      <table className="data-table border-t border-line [--row:2rem]">
        <caption className="sr-only">What the template expects</caption>
        <colgroup>
          <col />
          <col style={{ width: '9.25rem' }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Attestation</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ key, title, slots }) => (
            <Fragment key={key}>
              <tr>
                <th scope="rowgroup" colSpan={2} className="static! bg-surface! [--row:2rem]">
                  {title}
                </th>
              </tr>
              {slots.length === 0 && (
                <tr>
                  <td colSpan={2} className="pl-8! text-muted">
                    No attestation of its own
                  </td>
                </tr>
              )}
              {slots.map((slot) => (
                <tr key={slot.name}>
                  <td className="pl-8! font-medium" title={slot.name}>
                    {slot.name}
                  </td>
                  <td>{props.renderType(slot.type)}</td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

interface Group {
  key: string
  title: ReactNode
  slots: readonly TemplateSlot[]
}

function groupsOf({ trail, every_artifact }: SlotDocument): Group[] {
  const groups: Group[] = [
    { key: 'trail', title: 'Trail', slots: trail.attestations },
    { key: 'every', title: 'Every artifact', slots: every_artifact },
  ]
  return [
    ...groups.filter(({ slots }) => slots.length > 0),
    ...trail.artifacts.map(({ name, attestations }) => ({
      key: `artifact ${name}`,
      title: (
        <>
          Artifact <span className="text-text">{name}</span>
        </>
      ),
      slots: attestations,
    })),
  ]
}

function countsOf({ trail, every_artifact }: SlotDocument): string {
  const ofArtifacts = trail.artifacts.reduce(
    (sum, artifact) => sum + artifact.attestations.length,
    0,
  )
  const attestations = trail.attestations.length + ofArtifacts + every_artifact.length
  return [counted(attestations, 'attestation'), counted(trail.artifacts.length, 'artifact')]
    .filter(Boolean)
    .join(', ')
}

const counted = (count: number, thing: string) =>
  count > 0 && `${count} ${thing}${count === 1 ? '' : 's'}`

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
