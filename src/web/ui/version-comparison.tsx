import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { buttonClass } from './button.tsx'
import { Card } from './card.tsx'

const ChangesTable = lazy(() => import('./changes-table.tsx'))

const withoutComparison = (search: object) => ({ ...search, compare: undefined })

/** Two versions of a document line by line, older first whichever was opened. */
export function VersionComparison<Version extends { version: number }>(props: {
  one: Version
  other: Version
  textOf: (version: Version) => string
  /** What the change comes to, or why it was made. */
  answerOf: (before: Version, after: Version) => ReactNode
}) {
  const { one, other, textOf } = props
  const [before, after] = one.version < other.version ? [one, other] : [other, one]
  const sideOf = (side: Version) => ({ name: `version ${side.version}`, text: textOf(side) })
  return (
    <Card
      title={`From version ${before.version} to version ${after.version}`}
      answer={props.answerOf(before, after)}
      actions={
        <Link
          to="."
          search={withoutComparison}
          className={buttonClass({ kind: 'quiet', size: 'small' })}
        >
          Close comparison
        </Link>
      }
    >
      <Suspense fallback={<div className="h-40 border-t border-line" />}>
        <ChangesTable before={sideOf(before)} after={sideOf(after)} />
      </Suspense>
    </Card>
  )
}
