import type { ReactNode } from 'react'

/** Facts as label and value. */
export function DescriptionList(props: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 text-table max-md:grid-cols-[6rem_minmax(0,1fr)]">
      {props.children}
    </dl>
  )
}

/** One fact. */
export function DescriptionItem(props: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted wrap-anywhere">{props.label}</dt>
      <dd className="min-w-0 wrap-anywhere">{props.children}</dd>
    </>
  )
}
