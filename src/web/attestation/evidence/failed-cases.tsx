import { useQuery } from '@tanstack/react-query'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { counted } from '#domain/common/counted.ts'
import { Frame } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { previewQuery } from './evidence-file.ts'
import type { FailedCase } from './junit-cases.ts'

/** So many fill a screen. */
const maxPending = 20

/** The cases that failed by the JUnit file of an attestation; nothing where the file has none. */
export function FailedCases(props: {
  org: string
  attestation: Attestation
  /** How many there are by the report: their room is kept while they load. */
  failed: number
}) {
  const { data, isPending } = useQuery(previewQuery(props.org, props.attestation))
  if (isPending) return <Pending rows={Math.min(props.failed, maxPending)} />
  const read = data?.cases
  if (!read || read.failed.length === 0) return null
  return (
    <section aria-label="Failed cases" className="mt-4">
      <h3 className="mb-2 text-meta font-medium text-muted">
        {read.hasMore
          ? `The first ${read.failed.length} failed cases; download the file for the rest`
          : counted(read.failed.length, 'failed case')}
      </h3>
      <Frame>
        <ul className="divide-y divide-line text-table">
          {read.failed.map((one, index) => (
            <Case key={index} failed={one} />
          ))}
        </ul>
      </Frame>
    </section>
  )
}

const Pending = (props: { rows: number }) => (
  <div className="mt-4" aria-hidden="true">
    <p className="mb-2 text-meta">
      <Bone width={84} />
    </p>
    <Frame>
      <ul className="divide-y divide-line text-table">
        {Array.from({ length: props.rows }, (_, index) => (
          <li key={index} className="px-4 py-2">
            <p>
              <Bone width={180} />
            </p>
            <p>
              <Bone width={260} />
            </p>
          </li>
        ))}
      </ul>
    </Frame>
  </div>
)

function Case({ failed }: { failed: FailedCase }) {
  const { suite, name, kind, message, details } = failed
  return (
    <li className="px-4 py-2">
      <p className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
        <span className="font-medium">{name || 'Case without a name'}</span>
        <span className="text-meta text-muted">{suite}</span>
      </p>
      <p className="wrap-anywhere">
        {message ||
          (kind === 'error' ? 'broke off, without a message' : 'failed, without a message')}
      </p>
      {details && (
        <Disclosure label="Stack">
          <pre className="overflow-x-auto py-1 font-mono text-code whitespace-pre">{details}</pre>
        </Disclosure>
      )}
    </li>
  )
}
