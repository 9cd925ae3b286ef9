import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { isOlderVersion, versionOf } from '#domain/snapshot/artifact-version.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ImageName } from './fingerprint.tsx'

/** An artifact that came, went, or took the place of another: "ledger-api 4.192.0 → 4.200.0". */
export function ArtifactStep(props: {
  name: string
  /** Artifact it replaced; null where there was none. */
  replaced: string | null
  /** Where most images of the list are kept, which is said elsewhere. */
  registry: string | null
  /** Verb after its name: "started". */
  doing?: string
  /** Makes the name a link. */
  renderName?: (name: ReactNode) => ReactNode
}) {
  const { replaced, registry, doing, renderName = (name: ReactNode) => name } = props
  const now = versionOf(props.name)
  const before = replaced === null ? null : versionOf(replaced)
  const isRenamed = before !== null && before.name !== now.name
  const isOlder = before !== null && !isRenamed && isOlderVersion(now.version, before.version)
  return (
    <span className="inline-flex max-w-full min-w-0 items-baseline gap-x-1.5 align-bottom max-md:flex-wrap">
      {isRenamed && (
        <>
          <span className="truncate text-muted" title={replaced ?? ''}>
            <ImageName name={replaced ?? ''} registry={registry} />
          </span>
          <Became />
        </>
      )}
      <span className="truncate font-medium text-text" title={props.name}>
        {renderName(<ImageName name={now.name} registry={registry} />)}
      </span>
      {before && !isRenamed && before.version !== now.version && (
        <>
          <span className="text-muted">{before.version ?? 'no version'}</span>
          <Became />
        </>
      )}
      {now.version !== null && !isSameBuild(now, before) && (
        <span className="font-medium text-text">{now.version}</span>
      )}
      {isSameBuild(now, before) && (
        // It gives way before the name does.
        <span data-spare className="min-w-0 shrink-[9999] truncate text-muted">
          new fingerprint
        </span>
      )}
      {isOlder && (
        <span
          data-spare
          className="min-w-0 shrink-[9999] truncate rounded-tag border border-line px-1 text-meta text-muted"
          title="What started is older than what it replaced"
        >
          older version
        </span>
      )}
      {doing && <span>{doing}</span>}
    </span>
  )
}

type Version = ReturnType<typeof versionOf>

/** Called the same before and after: only the content is another one. */
const isSameBuild = (now: Version, before: Version | null) =>
  before !== null && before.name === now.name && before.version === now.version

function Became() {
  return (
    <>
      <Icon of={ArrowRight} small className="self-center text-muted" />
      <span className="sr-only">became</span>
    </>
  )
}
