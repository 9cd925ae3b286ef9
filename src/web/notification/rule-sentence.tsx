import { Fragment } from 'react'
import type { EnvironmentSelector } from '#contract/environment/environment-type.ts'
import type { NotificationSummary } from '#contract/notification/notification-page.ts'
import type { Digest, TargetType, Trigger } from '#contract/notification/notification-types.ts'
import { counted } from '#domain/common/counted.ts'
import { digestLabels, orderedTriggers, orderedTypes, triggerLabels } from './labels.ts'

/** A rule in words, its names standing out. */
export function RuleSentence(props: { rule: SentenceRule }) {
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
export function SentenceBox(props: { rule: SentenceRule }) {
  return (
    <p className="rounded-card border border-line bg-surface p-4 text-lead">
      <RuleSentence rule={props.rule} />
    </p>
  )
}

/** A saved rule as its sentence says it. */
export function ruleOf(notification: NotificationSummary): SentenceRule {
  const { named_environments, selector, triggers, targets, digest, merge_minutes } = notification
  const kinds = selectorTexts(selector)
  return { environments: named_environments, kinds, triggers, targets, digest, merge_minutes }
}

/** Which environments a selector takes, in words: "any K8S environment tagged tier:prod". */
export function selectorTexts(selector: EnvironmentSelector | null | undefined): string[] {
  if (!selector) return []
  const { tags, types, name_pattern } = selector
  const parts = [
    'any',
    types?.join(' or '),
    'environment',
    name_pattern && `named ${name_pattern}`,
    tags?.length && `${name_pattern ? 'and ' : ''}tagged ${tags.join(' and ')}`,
  ]
  return [parts.filter(Boolean).join(' ')]
}

/** Part of a sentence; names stand out. */
type Part = string | { name: string }

/** A target as a sentence says it. */
interface SentenceTarget {
  type: TargetType
  email?: readonly string[] | null | undefined
  context?: Record<string, unknown> | null | undefined
}

/** A rule as a sentence says it. */
export interface SentenceRule {
  environments: readonly string[]
  /** Kinds of environments, in words: "any environment tagged tier:prod". */
  kinds?: readonly string[]
  triggers: readonly Trigger[]
  targets: readonly SentenceTarget[]
  /** Whether messages are gathered; each is told at once unless it is. */
  digest?: Digest
  /** Minutes that a verdict has to stand before it is told. */
  merge_minutes?: number
}

const maxNames = 3

/** "a", "a or b", "a, b or c". */
export function joined(items: readonly Part[], word: 'or' | 'and'): Part[] {
  return items.flatMap((item, index) => {
    if (index === 0) return [item]
    return [index === items.length - 1 ? ` ${word} ` : ', ', item]
  })
}

function environmentsOf({ environments, kinds = [] }: SentenceRule): Part[] {
  const more = environments.length - maxNames
  // One more is named: "one other" is no shorter.
  const named = more > 1 ? environments.slice(0, maxNames) : environments
  const names: Part[] = [
    ...named.map((name) => ({ name })),
    ...(more > 1 ? [`${more} others`] : []),
    ...kinds.map((name) => ({ name })),
  ]
  return names.length > 0 ? joined(names, 'or') : ['an environment']
}

const saysOf = (triggers: readonly Trigger[], of: 'environment' | 'artifact') =>
  orderedTriggers
    .filter((trigger) => triggers.includes(trigger) && triggerLabels[trigger].of === of)
    .map((trigger) => triggerLabels[trigger].says)

function triggersOf(rule: SentenceRule): Part[] {
  const names = environmentsOf(rule)
  const ofEnvironment = saysOf(rule.triggers, 'environment')
  const ofArtifact = joined(saysOf(rule.triggers, 'artifact'), 'or')
  const { merge_minutes: minutes = 0 } = rule
  const state = [
    ...joined(
      ofEnvironment.map((says, index) => (index === 0 ? says : says.replace('becomes ', ''))),
      'or',
    ),
    ...(minutes > 0 ? [` and stays so for ${minutes} min`] : []),
  ]
  if (ofEnvironment.length === 0 && ofArtifact.length === 0)
    return ['something happens in ', ...names]
  if (ofArtifact.length === 0) return [...names, ' ', ...state]
  if (ofEnvironment.length === 0) return ['an artifact ', ...ofArtifact, ' in ', ...names]
  return [...names, ' ', ...state, ', or an artifact ', ...ofArtifact, ' there']
}

/** Name of a webhook's or a Slack target as its editor gave it: the address itself does not say it. */
export function channelOf({ context }: SentenceTarget): string | null {
  const channel = context?.['channel_name']
  return typeof channel === 'string' && channel !== '' ? channel : null
}

/** Targets by their names; those without one are counted. */
const namesOfTargets = (one: string, several: string) => (targets: readonly SentenceTarget[]) => {
  const channels = targets.map(channelOf).filter((channel) => channel !== null)
  const unnamed = targets.length - channels.length
  return [...channels, ...(unnamed === 0 ? [] : [unnamed === 1 ? one : `${unnamed} ${several}`])]
}

/** Names of targets of a type, of which there are some. */
const namesOf: Record<TargetType, (targets: readonly SentenceTarget[]) => string[]> = {
  SLACK: namesOfTargets('Slack', 'Slack channels'),
  WEBHOOK: namesOfTargets('1 webhook', 'webhooks'),
  EMAIL(targets) {
    const mails = targets.flatMap(({ email }) => email ?? [])
    return mails.length > 2 ? [counted(mails.length, 'e-mail address', 'e-mail addresses')] : mails
  },
}

/** Names of recipients, "#releases and 2 webhooks". */
function recipientsOf(targets: readonly SentenceTarget[]): Part[] {
  const names = orderedTypes.flatMap((type) => {
    const some = targets.filter((target) => target.type === type)
    return some.length > 0 ? namesOf[type](some) : []
  })
  return names.length > 0
    ? joined(
        names.map((name) => ({ name })),
        'and',
      )
    : ['nobody yet']
}

/** A rule as a sentence. */
export function sentenceOf(rule: SentenceRule): Part[] {
  const { digest = 'none' } = rule
  return [
    ...['When ', ...triggersOf(rule), ', tell ', ...recipientsOf(rule.targets)],
    ...(digest === 'none' ? [] : [`, ${digestLabels[digest]}`]),
    '.',
  ]
}

/** A sentence as plain text. */
export const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.name)).join('')
