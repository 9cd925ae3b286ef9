import type { Attestation } from '#contract/attestation/attestation.ts'
import { counted } from '#domain/common/counted.ts'
import { clipped, rowLimit } from '#web/attestation/text.ts'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { Emphasis, MoreInRaw, ViewHeading } from './view-parts.tsx'

/** Metadata of a bill of materials: its components are in the file. */
export function SbomView(props: {
  attestation: Extract<Attestation, { attestation_type: 'system:sbom' }>
}) {
  const { format, original_fingerprint, document } = props.attestation.attestation_data
  const { created_at, subject, package_count } = document
  const tools = document.tools ?? []
  return (
    <div>
      <ViewHeading>
        {clipped(format, 120)}, <Emphasis>{counted(package_count, 'component')}</Emphasis>
      </ViewHeading>
      <DescriptionList>
        {subject && (
          <DescriptionItem label="Subject">
            {clipped(`${subject.name} ${subject.version ?? ''}`.trim(), 255)}
            {subject.purl && <Code>{subject.purl}</Code>}
            {subject.sha256 && <Code>{subject.sha256}</Code>}
          </DescriptionItem>
        )}
        {tools.length > 0 && (
          <DescriptionItem label="Tools">
            {clipped(tools.slice(0, rowLimit).join(', '), 2000)}
            <MoreInRaw hidden={tools.length - rowLimit} />
          </DescriptionItem>
        )}
        {created_at && (
          <DescriptionItem label="Created">{clipped(created_at, 120)}</DescriptionItem>
        )}
        <DescriptionItem label="SHA-256">
          <Code>{original_fingerprint}</Code>
        </DescriptionItem>
      </DescriptionList>
    </div>
  )
}

function Code(props: { children: string }) {
  return <span className="block font-mono text-code">{clipped(props.children, 255)}</span>
}
