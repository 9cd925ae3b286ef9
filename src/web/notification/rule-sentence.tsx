import { Fragment } from 'react'
import { sentenceOf, type ToldRule } from './sentence.ts'

/** A rule in words, its names standing out. */
export function RuleSentence(props: { rule: ToldRule }) {
  return sentenceOf(props.rule).map((part, index) =>
    typeof part === 'string' ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <strong key={index} className="font-semibold wrap-anywhere">
        {part.name}
      </strong>
    ),
  )
}

/** The rule of a page, large, while it is typed or read. */
export function SentenceBox(props: { rule: ToldRule }) {
  return (
    <p className="rounded-card border border-line bg-surface px-4 py-4 text-lead">
      <RuleSentence rule={props.rule} />
    </p>
  )
}
