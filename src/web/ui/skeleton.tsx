import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { rem } from './text-scale.ts'

/** The skeleton in the page's HTML, which the first page takes the place of. */
const htmlSkeleton = () => document.getElementById('skeleton')

/** Whether no page has been shown yet. */
export const isFirstPage = (): boolean => htmlSkeleton() !== null

/** Notes that a page is shown. */
export const endFirstPage = (): void => htmlSkeleton()?.remove()

/** The grey bar that stands where text will be. */
export function Bone(props: { width: number }) {
  return (
    <span
      className="inline-block h-3 max-w-full rounded-[3px] bg-hover align-middle"
      style={{ width: rem(props.width) }}
    />
  )
}

const widths = [132, 104, 148, 92, 120, 140, 96, 116]

/** Rows of a table that is on its way, in the final sizes. */
export function SkeletonRows(props: { rows: number }) {
  return (
    <div className="rounded-card border border-line" aria-hidden="true">
      <div className="flex h-8 items-center border-b border-line px-4">
        <Bone width={64} />
      </div>
      {Array.from({ length: props.rows }, (_, index) => (
        <div
          key={index}
          className="flex h-9 items-center gap-8 border-b border-line px-4 last:border-b-0 max-md:h-16 max-md:gap-4"
        >
          <Bone width={widths[index % widths.length] ?? 120} />
          <span className="flex-1" />
          <Bone width={84} />
          <span className="max-md:hidden">
            <Bone width={180} />
          </span>
          <Bone width={24} />
        </div>
      ))}
    </div>
  )
}

/** A page whose heading is not known yet. */
export function PagePending() {
  return (
    <Page title={['Loading']} heading={<Loading />} facts={<Bone width={260} />}>
      <SkeletonRows rows={12} />
    </Page>
  )
}

/** Heading of a page that is on its way: drawn as a bar, read as "Loading". */
export function Loading() {
  return (
    <>
      <span className="sr-only">Loading</span>
      <Bone width={180} />
    </>
  )
}

/** Frame and page before it is known who is signed in. */
export function FramePending() {
  return (
    <div className="grid min-h-dvh grid-cols-[auto_minmax(0,1fr)] max-md:grid-cols-[minmax(0,1fr)]">
      <div className="w-56 border-r border-line bg-surface max-md:hidden" />
      <div>
        <div className="h-12 border-b border-line max-md:h-13" />
        <PagePending />
      </div>
    </div>
  )
}

/** A list while it loads, below its line of filters and what stands between. */
export function PendingList(props: { rows: number; children?: ReactNode }) {
  return (
    <>
      <div className="mb-3 h-7 max-md:h-11" />
      {props.children}
      <SkeletonRows rows={props.rows} />
    </>
  )
}

/** The page of a list while it loads. */
export function PendingListPage(props: { heading: string; rows: number; children?: ReactNode }) {
  const { heading, ...list } = props
  return (
    <Page title={[heading]} heading={heading} facts={<span>Loading</span>}>
      <PendingList {...list} />
    </Page>
  )
}

/** The page of a record while it loads: its cards as so many rows, beside each other. */
export function PendingRecordPage(props: { title: readonly string[]; rows: readonly number[] }) {
  const { title, rows } = props
  return (
    <Page title={title} heading={<span className="text-muted">Loading</span>}>
      <div
        className={clsx(
          'grid grid-cols-[minmax(0,1fr)] gap-4',
          rows.length > 1 && 'lg:grid-cols-2',
        )}
      >
        {rows.map((count) => (
          <SkeletonRows key={count} rows={count} />
        ))}
      </div>
    </Page>
  )
}

const heights = [38, 62, 56, 81, 69, 94, 75, 47, 81, 100, 88, 62]
const bones = [220, 160, 260, 132, 196]

/** Grey columns in place of those of a chart, as tall as what is around them. */
export const ColumnBones = () => (
  <div className="flex h-full items-end gap-1.5" aria-hidden="true">
    {heights.map((height, index) => (
      <span
        key={index}
        className="flex-1 rounded-[3px] bg-hover"
        style={{ height: `${height}%` }}
      />
    ))}
  </div>
)

const Chart = () => (
  <div className="px-4 py-2">
    <Bone width={240} />
    <div className="absolute inset-x-4 top-16 bottom-8">
      <ColumnBones />
    </div>
  </div>
)

const Tiles = () => (
  <div className="flex">
    {bones.slice(0, 4).map((_, index) => (
      <div key={index} className={clsx('flex-1 px-4 py-3', index > 1 && 'max-md:hidden')}>
        <Bone width={96} />
        <div className="mt-2 mb-2 h-7 w-12 rounded-[3px] bg-hover" />
        <Bone width={132} />
      </div>
    ))}
  </div>
)

const Form = () => (
  <div className="grid gap-4 p-4">
    {bones.map((width) => (
      <div key={width} className="grid gap-2">
        <Bone width={width / 2} />
        <div className="h-8 rounded-[3px] bg-hover" />
      </div>
    ))}
  </div>
)

const Text = () => (
  <div className="grid gap-4 p-4">
    {bones.map((width) => (
      <Bone key={width} width={width} />
    ))}
  </div>
)

const shapes = { chart: Chart, tiles: Tiles, form: Form, text: Text }

/** A card that is on its way, in the shape of what it becomes. */
export function PendingCard(props: {
  shape: keyof typeof shapes
  /** Its final height, unless a room around it has that: nothing below may shift. */
  className?: string
}) {
  const Shape = shapes[props.shape]
  return (
    <div
      aria-hidden="true"
      className={clsx('relative overflow-hidden rounded-card border border-line', props.className)}
    >
      <Shape />
    </div>
  )
}
