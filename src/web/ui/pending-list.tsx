import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { SkeletonRows } from './skeleton.tsx'

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
