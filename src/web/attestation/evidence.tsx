import { Download, File } from 'lucide-react'
import type { Attestation } from '#contract/attestation.ts'
import { buttonClass } from '../ui/button.tsx'
import { Frame } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'

/** The evidence file of an attestation with its size and hash, or that there is none. */
export function Evidence(props: { attestation: Attestation }) {
  const { attestation } = props
  const path = attestation.evidence_archive_path
  return (
    <div>
      <h3 className="mb-2 text-meta font-medium text-muted">Files</h3>
      {path === null ? (
        <p className="text-table text-muted">
          None. A report takes one in its part{' '}
          <code className="font-mono text-code">attachment_file</code>.
        </p>
      ) : (
        <EvidenceFile
          name={path.split('/').at(-1) ?? path}
          size={attestation.evidence_archive_size}
          hash={attestation.evidence_archive_fingerprint}
          href={pathOf(attestation._links.evidence?.href ?? '')}
        />
      )}
    </div>
  )
}

/** Where the service says that the file is, on our own origin. */
const pathOf = (href: string) => URL.parse(href, location.origin)?.pathname ?? ''

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

/** "212 kB", in steps of a thousand. */
export function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB']
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1_000 ** step
  return `${step > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[step]}`
}
