import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { counted } from '#domain/common/counted.ts'
import { attestationQuery } from '#web/attestation/queries.ts'
import { clipped, rowLimit } from '#web/attestation/text.ts'
import { verdictOf, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { Frame } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { type Version, versionBefore } from './versions.ts'

/** Every report of the same name about the same thing, newest first, and what changed in this one. */
export function VersionsBlock(props: {
  org: string
  attestation: Attestation
  versions: readonly Version[]
}) {
  const { org, attestation, versions } = props
  if (versions.length < 2) return null
  const before = versionBefore(versions, attestation.attestation_id)
  return (
    <div>
      <h3 className="mb-2 text-meta font-medium text-muted">
        Versions, {versions.length} on this trail
      </h3>
      <RecordList label="Version" records={versions} shownId={attestation.attestation_id} />
      {before && (
        <div className="mt-2 text-table">
          <Disclosure label="What changed since the version before">
            <Changes
              org={org}
              attestation={attestation}
              before={before.attestationId}
              key={attestation.attestation_id}
            />
          </Disclosure>
        </div>
      )}
    </div>
  )
}

/** Every override of a name about the same thing, newest first, where there are several. */
export function OverridesBlock(props: { overrides: readonly Version[] }) {
  const { overrides } = props
  if (overrides.length < 2) return null
  return (
    <div>
      <h3 className="mb-2 text-meta font-medium text-muted">
        Overrides, {overrides.length} on this trail
      </h3>
      <RecordList label="Override" records={overrides} />
    </div>
  )
}

function RecordList(props: {
  /** Name of one of them. */
  label: 'Version' | 'Override'
  records: readonly Version[]
  shownId?: string
}) {
  const { label, records, shownId } = props
  return (
    <Frame>
      <ol className="max-h-64 divide-y divide-line overflow-y-auto" aria-label={`${label}s`}>
        {[...records].reverse().map((record) => (
          <RecordRow
            key={record.attestationId}
            version={record}
            name={`${label} ${records.indexOf(record) + 1}`}
            isShown={record.attestationId === shownId}
          />
        ))}
      </ol>
    </Frame>
  )
}

function RecordRow(props: { version: Version; name: string; isShown: boolean }) {
  const { version, name, isShown } = props
  return (
    <li
      className={`flex min-h-9 flex-wrap items-center gap-x-3 px-4 text-table max-md:min-h-11 ${isShown ? 'bg-accent-tint' : ''}`}
    >
      <Link
        to="."
        search={(search: object) => ({ ...search, attestation_id: version.attestationId })}
        resetScroll={false}
        className="font-medium text-text hover:underline max-md:py-3"
      >
        {name}
      </Link>
      <VerdictLabel verdict={verdictOf(version.isCompliant)} />
      {version.isEffective && <Tag>effective</Tag>}
      <span className="ml-auto text-muted">
        <TimeStamp at={version.at} form="moment" />
      </span>
    </li>
  )
}

function Changes(props: { org: string; attestation: Attestation; before: string }) {
  const { data, isError } = useQuery(attestationQuery(props.org, props.before))
  if (isError || data === null) {
    return <p className="text-muted">The version before could not be loaded.</p>
  }
  if (!data) return <p className="text-muted">Loading</p>
  const changes = changesBetween(data, props.attestation)
  if (changes.length === 0) {
    return <p className="text-muted">Nothing: the same was reported again.</p>
  }
  return (
    <>
      <p className="mb-1 text-muted">{counted(changes.length, 'change')}</p>
      <dl className="grid gap-2">
        {changes.slice(0, rowLimit).map((change) => (
          <Change key={change.path} change={change} />
        ))}
      </dl>
      {changes.length > rowLimit && (
        <p className="mt-2 text-meta text-muted">and {changes.length - rowLimit} more</p>
      )}
    </>
  )
}

function Change(props: { change: Difference }) {
  const { path, before, after } = props.change
  return (
    <div>
      <dt className="font-mono text-code wrap-anywhere text-muted">{clipped(path)}</dt>
      <dd className="font-mono text-code wrap-anywhere">
        {before === undefined ? 'not there' : <del>{shown(before)}</del>}
        <span className="text-muted"> → </span>
        {after === undefined ? 'gone' : <ins className="no-underline">{shown(after)}</ins>}
      </dd>
    </div>
  )
}

function shown(value: unknown): string {
  return clipped(JSON.stringify(value), 200)
}

/** A part of JSON whose value differs; what is absent on a side is undefined. */
interface Difference {
  path: string
  before: unknown
  after: unknown
}

/** Fields of each report's own; that these differ says nothing. */
const ownFields = [
  'attestation_id',
  'created_at',
  'html_url',
  '_links',
  'has_audit_package',
  'schema_version',
]

/** Differences of a report from the one before it. */
export function changesBetween(before: Attestation, after: Attestation): Difference[] {
  return differencesOf(comparable(before), comparable(after))
}

function comparable(one: Attestation): object {
  return Object.fromEntries(Object.entries(one).filter(([field]) => !ownFields.includes(field)))
}

/**
 * Places where two JSON values differ, in the order of the newer one. Lists whose items have names
 * are compared by name, so that another order is no difference; other lists by position.
 */
export function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
  if (Object.is(before, after)) return []
  const [left, right] = [partsOf(before, after), partsOf(after, before)]
  if (!left || !right) return [{ path, before, after }]
  const keys = new Set([...right.parts.keys(), ...left.parts.keys()])
  return [...keys].flatMap((key) =>
    differencesOf(
      left.parts.get(key),
      right.parts.get(key),
      left.isList ? `${path}[${key}]` : path ? `${path}.${key}` : key,
    ),
  )
}

interface Parts {
  isList: boolean
  parts: Map<string, unknown>
}

/** The parts of a value that can be set beside those of another of its kind. */
function partsOf(value: unknown, other: unknown): Parts | null {
  if (typeof value !== 'object' || value === null) return null
  if (typeof other !== 'object' || other === null) return null
  if (Array.isArray(value) !== Array.isArray(other)) return null
  if (!Array.isArray(value)) return { isList: false, parts: new Map(Object.entries(value)) }
  const name = namingField(value, other as unknown[])
  const keyOf = (item: unknown, index: number) =>
    name ? String((item as Record<string, unknown>)[name]) : String(index)
  return { isList: true, parts: new Map(value.map((item, index) => [keyOf(item, index), item])) }
}

const namingFields = ['name', 'id', 'issue_id', 'url', 'metric', 'sha1']

/** A field that every item of both lists has, with a text of its own within each. */
function namingField(...lists: unknown[][]): string | undefined {
  return namingFields.find((field) =>
    lists.every((list) => {
      const names = list.map((item) => (item as Record<string, unknown> | null)?.[field])
      return names.every((name) => typeof name === 'string') && new Set(names).size === list.length
    }),
  )
}
