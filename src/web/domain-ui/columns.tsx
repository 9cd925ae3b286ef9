import { authorName } from '#domain/trail/artifact-evidence.ts'
import type { QualifiedVerdict } from '#domain/verdict/qualified-verdict.ts'
import type { ColumnMeta, Columns } from '#web/table/column-definitions.ts'
import { emptyCell } from '#web/ui/empty.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { OfArchivedFlow } from './archived-flow-mark.tsx'
import { CommitHash, printedCommit, printedFingerprint } from './fingerprint.tsx'
import { FlowAndTrail, NoProvenance, OriginFingerprint } from './origin.tsx'
import { type WhyPage, VerdictWhy } from './why-link.tsx'

type Column<Row extends object> = Columns<Row>[number]

type ColumnMetaOption = { meta?: ColumnMeta }

/** A column of moments, in Unix seconds; null where it never happened. One that `sorts` begins at the newest. */
export const timeColumn = <Row extends object>(
  { sorts, meta, ...named }: { id: string; header: string; sorts?: true } & ColumnMetaOption,
  at: (row: Row) => number | null,
): Column<Row> => ({
  ...named,
  ...(sorts && { accessorFn: at, sortDescFirst: true }),
  meta: { isNumber: true, ...meta },
  cell: ({ row: { original } }) => {
    const moment = at(original)
    return moment === null ? emptyCell : <TimeAgo at={moment} />
  },
})

/** A column of verdicts, each with the way to what explains it. */
export const verdictColumn = <Row extends object>(
  of: (row: Row) => QualifiedVerdict & { of: string; subject: string; page: WhyPage },
): Column<Row> => ({
  id: 'verdict',
  header: 'Verdict',
  cell: ({ row }) => <VerdictWhy {...of(row.original)} />,
})

/** A column of fingerprints, the first to leave; null where a row is of no artifact. */
export const fingerprintColumn = <Row extends object>(
  org: string,
  of: (row: Row) => { value: string | null; flow: string | null | undefined },
  meta: ColumnMeta = {},
): Column<Row> => ({
  id: 'fingerprint',
  header: 'Fingerprint',
  meta: {
    hideOrder: 1,
    card: 'none',
    printsBelow: (row: Row) => printedFingerprint(of(row).value),
    ...meta,
  },
  cell: ({ row }) => {
    const { value, flow } = of(row.original)
    return value === null ? emptyCell : <OriginFingerprint org={org} flow={flow} value={value} />
  },
})

/** Where a row comes from, as far as known. */
interface Origin {
  flow: string | null
  trail: string | null
  attestation?: string | undefined
  /** Whether the list says so here, and not beside the row's name. */
  flow_archived?: boolean
}

/** A column of flows with the trail in them that a row is of; null where a row is of nothing that was built. */
export const trailColumn = <Row extends object>(
  org: string,
  of: (row: Row) => Origin | null,
  meta: ColumnMeta = {},
): Column<Row> => ({
  id: 'trail',
  header: 'Flow / trail',
  meta,
  cell: ({ row }) => {
    const built = of(row.original)
    if (!built) return emptyCell
    const { flow, flow_archived = false, ...rest } = built
    if (flow === null) return <NoProvenance />
    return (
      <OfArchivedFlow row={{ flow_archived }}>
        <FlowAndTrail org={org} flow={flow} {...rest} />
      </OfArchivedFlow>
    )
  },
})

/** The commit that something was built from, as far as known. */
interface BuiltFrom {
  sha1: string | null | undefined
  /** Where it is shown, or what lies between it and the one before. */
  url: string | null | undefined
  author: string | null | undefined
  message?: string | null | undefined
}

/** A column of commits with their authors, as far as there is room for those. */
export const commitColumn = <Row extends object>(
  of: (row: Row) => BuiltFrom | null,
  meta: ColumnMeta = {},
): Column<Row> => ({
  id: 'commit',
  header: 'Commit',
  meta: { hideOrder: 2, printsBelow: (row: Row) => printedCommit(of(row)?.sha1), ...meta },
  cell: ({ row }) => {
    const { sha1, url, author, message } = of(row.original) ?? {}
    if (!sha1) return emptyCell
    const hash = <CommitHash sha1={sha1} />
    return (
      <span
        className="inline-flex max-w-full items-baseline gap-1.5 align-bottom"
        title={[message, author].filter(Boolean).join('\n')}
      >
        {url ? (
          <SafeLink href={url} className="shrink-0 text-inherit hover:underline">
            {hash}
          </SafeLink>
        ) : (
          hash
        )}
        {author && (
          <span data-spare className="truncate text-muted">
            {authorName(author) || author}
          </span>
        )}
      </span>
    )
  },
})

/** A column of people and accounts by name; null where nobody is known. */
export const personColumn = <Row extends object>(
  { meta, ...named }: { id: string; header: string } & ColumnMetaOption,
  of: (row: Row) => string | null,
): Column<Row> => ({
  ...named,
  meta: { hideOrder: 1, card: 'none', ...meta },
  cell: ({ row: { original } }) => {
    const name = of(original)
    if (!name) return emptyCell
    return (
      <span className="block truncate text-muted" title={name}>
        {authorName(name) || name}
      </span>
    )
  },
})

/** A column of who made what a row is of. */
export const createdByColumn = <Row extends { created_by: string }>(
  header = 'Created by',
  meta: ColumnMeta = {},
): Column<Row> => personColumn({ id: 'created_by', header, meta }, ({ created_by }) => created_by)
