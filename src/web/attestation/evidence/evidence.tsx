import { Download, File, FileArchive } from 'lucide-react'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { sizeOf } from '#domain/common/size.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

const EvidencePreview = lazyPart(() => import('./evidence-preview.tsx'), <Bone width={320} />)

/** The evidence file of an attestation with its size, hash and content, or that there is none. */
export function Evidence(props: { org: string; attestation: Attestation }) {
  const { org, attestation } = props
  const { evidence_archive_path: path, evidence_archive_size: size, _links } = attestation
  const name = path?.split('/').at(-1) ?? ''
  return (
    <div>
      <h3 className="mb-2 text-meta font-medium text-muted">Files</h3>
      {path === null ? (
        <p className="text-table text-muted">
          No file. Attach one with <code className="font-mono text-code">--attachments FILE</code>,
          or in curl with <code className="font-mono text-code">-F attachment_file=@FILE</code>.
        </p>
      ) : attestation.evidence_removed_at !== undefined ? (
        <RemovedFile
          name={name}
          hash={attestation.evidence_archive_fingerprint}
          at={attestation.evidence_removed_at}
        />
      ) : (
        <>
          <EvidenceFile
            name={name}
            size={size}
            hash={attestation.evidence_archive_fingerprint}
            href={pathOf(_links.evidence?.href ?? '')}
          />
          <div className="mt-2 text-table">
            <Disclosure label="Preview">
              <EvidencePreview org={org} attestation={attestation} name={name} />
            </Disclosure>
          </div>
        </>
      )}
      {attestation.has_audit_package && _links.audit_package && (
        <a href={pathOf(_links.audit_package.href)} download className={`${buttonClass()} mt-2`}>
          <Icon of={FileArchive} />
          Audit package
        </a>
      )}
    </div>
  )
}

/** Remains of a removed file: its name, and the hash that a copy elsewhere can be told by. */
function RemovedFile({ name, hash, at }: { name: string; hash: string | null; at: number }) {
  return (
    <p className="text-table text-muted">
      <span className="wrap-anywhere">{name}</span> was removed <TimeAgo at={at} suffix />: it was
      older than files of this flow are kept.
      {hash && (
        <>
          {' '}
          SHA-256 <code className="font-mono text-code wrap-anywhere">{hash}</code>
        </>
      )}
    </p>
  )
}

/** Where the service says that the file is, on our own origin. */
function pathOf(href: string): string {
  const { pathname = '', search = '' } = URL.parse(href, location.origin) ?? {}
  return pathname + search
}

function EvidenceFile(props: {
  name: string
  size: number | null
  hash: string | null
  href: string
}) {
  const { name, size, hash, href } = props
  return (
    <Frame className="flex items-center gap-2 px-4 py-3 text-table">
      <Icon of={File} className="text-muted" />
      <div className="min-w-0 flex-1">
        <a href={href} download className="font-medium wrap-anywhere text-text hover:underline">
          {name}
        </a>
        <p className="flex flex-wrap items-center gap-x-1 text-meta text-muted">
          {size === null ? 'size not recorded' : sizeOf(size)}
          {hash && (
            <span className="inline-flex items-center" title={hash}>
              · SHA-256 <code className="ml-1 font-mono">{hash.slice(0, 12)}</code>
              <span className="-my-2">
                <CopyButton text={hash} what="SHA-256" />
              </span>
            </span>
          )}
        </p>
      </div>
      <a
        href={href}
        download
        aria-label={`Download ${name}`}
        title={`Download ${name}`}
        className={buttonClass({ kind: 'quiet', icon: true })}
      >
        <Icon of={Download} />
      </a>
    </Frame>
  )
}
