import type { AnyRouter, LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SearchKind } from '#contract/search/record-search.ts'
import { markMatches, matchRank } from '#domain/search/match-name.ts'
import { type QualifiedVerdict, isPlain, verdictText } from '#domain/verdict/qualified-verdict.ts'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import type { CommandRow } from '#web/ui/command-palette.tsx'

/** A row of the search, with all that its text may have been found in. */
export interface SearchRow extends CommandRow {
  found: string
}

/** Rows of one kind of records, or of pages and actions. */
export interface SearchGroup {
  label: string
  /** Kind to narrow the search to from here; null without one. */
  kind: SearchKind | null
  rows: readonly SearchRow[]
  hasMore?: boolean
  /** Offered where nothing is found. */
  isInstead?: boolean
}

/** A page to go to, of any kind. */
export type Target = Pick<LinkProps, 'to' | 'params' | 'search'>

/** Address of a page, and the way there. */
export const linkTo = (router: AnyRouter, target: Target) => ({
  href: router.buildLocation(target).href,
  run: () => void router.navigate(target),
})

/** The rows of a group that contain a text, as the service would find them. */
export const holding = (text: string, { rows, ...group }: SearchGroup): SearchGroup => ({
  ...group,
  rows: rows.filter(({ found }) => matchRank(text, found) !== null),
})

/** End of a row: text, and the mark of a verdict or its place. */
export function Hint(props: { verdict?: QualifiedVerdict; children?: ReactNode }) {
  const { verdict: qualified, children } = props
  return (
    <>
      <span>
        {qualified && verdictText(qualified)}
        {children}
      </span>
      {qualified ? (
        <VerdictMark
          verdict={qualified.verdict}
          size={12}
          silent
          isStale={qualified.isStale}
          isQualified={!isPlain(qualified)}
        />
      ) : (
        <span className="w-3 max-md:hidden" />
      )}
    </>
  )
}

/** A name with what was searched for marked in it. */
export function Matched(props: { text: string; of: string }) {
  return markMatches(props.text, props.of).map((piece, index) =>
    piece.isMatch ? (
      <mark
        key={index}
        className="bg-transparent font-semibold text-accent underline underline-offset-3 forced-colors:text-[CanvasText]"
      >
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
