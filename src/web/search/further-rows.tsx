import { ArrowLeftRight, FileCheck, Server, Upload } from 'lucide-react'
import { attestationKinds } from '#contract/attestation/types/kind.ts'
import { environmentTypes } from '#contract/environment/environment-type.ts'
import type { FoundRecords } from '#contract/search/record-search.ts'
import { excerptOf, matchRank } from '#domain/search/match-name.ts'
import { lookOf } from '#web/domain-ui/kind-label.tsx'
import { stateLabels } from '#web/domain-ui/override-state-labels.ts'
import { dayOf } from '#web/ui/time-text.ts'
import type { Shown } from './record-rows.tsx'
import { Hint, Matched, type SearchGroup, type SearchRow, type Target, linkTo } from './rows.tsx'

/** Overrides and requests, by the part of their reason that was searched for. */
export function reasonGroup(shown: Shown, { matches, has_more }: FoundRecords['reasons']) {
  const { router, org, text, now } = shown
  const rows = matches.map((one): SearchRow => {
    const { override_id, reason, attestation_name, trail_name, state } = one
    const at = one.ended_at ?? one.created_at
    return {
      id: `reason ${override_id}`,
      icon: ArrowLeftRight,
      name: <Matched text={text} of={excerptOf(text, reason)} />,
      note: `${attestation_name} on ${trail_name}`,
      hint: (
        <Hint>
          {stateLabels[state]}, {dayOf(at, now)}
        </Hint>
      ),
      found: reason,
      ...linkTo(router, {
        to: '/$org/overrides/$override',
        params: { org, override: override_id },
      } as Target),
    }
  })
  return { label: 'Reasons', kind: 'reason', rows, hasMore: has_more } satisfies SearchGroup
}

/** Types of attestations and of environments, with the lists of those that are of the type. */
export function typeGroup(shown: Shown, { matches, has_more }: FoundRecords['types']) {
  const { router, org, text } = shown
  const row = (label: string, list: 'attestations' | 'environments', value: string): SearchRow => ({
    id: `type ${list} ${value}`,
    icon: list === 'attestations' ? FileCheck : Server,
    name: <Matched text={text} of={label} />,
    note: list,
    hint: <Hint />,
    // As pipelines write it, too.
    found: `${label} ${value}`,
    ...linkTo(router, {
      to: `/$org/${list}`,
      params: { org },
      search: list === 'attestations' ? { attestation_type: [value] } : { type: [value] },
    } as Target),
  })
  const rows = [
    ...attestationKinds
      .filter((kind) => kind !== 'custom')
      .map((kind) => row(lookOf(kind).label, 'attestations', kind)),
    ...environmentTypes.map((type) => row(type, 'environments', type)),
    ...matches.map(({ name }) => row(name, 'attestations', `custom:${name}`)),
  ]
  return {
    label: 'Types',
    kind: 'type',
    rows: rows.filter(({ found }) => matchRank(text, found) !== null),
    hasMore: has_more,
  } satisfies SearchGroup
}

/** Where the artifacts of a commit or fingerprint run, and what comes next. */
export function hashGroups(shown: Shown, { artifacts, commits }: FoundRecords): SearchGroup[] {
  const { router, org } = shown
  const environments = [...new Set(artifacts.matches.flatMap(({ running_in }) => running_in))]
  const runsIn = environments.slice(0, 5).map((env): SearchRow => ({
    id: `runs in ${env}`,
    icon: Server,
    name: env,
    note: artifacts.matches
      .filter(({ running_in }) => running_in.includes(env))
      .map(({ name }) => name)
      .join(', '),
    found: shown.text,
    ...linkTo(router, { to: '/$org/environments/$env', params: { org, env } } as Target),
  }))
  const fingerprint = artifacts.matches.map((one) => one.fingerprint).slice(0, 10)
  const commit_list = commits.matches.map(({ commit }) => commit)
  const next = (label: string, icon: SearchRow['icon'], target: object): SearchRow => ({
    id: `next ${label}`,
    icon,
    name: label,
    found: shown.text,
    ...linkTo(router, { params: { org }, ...target } as Target),
  })
  return [
    { label: 'Runs in', kind: null, rows: runsIn },
    {
      label: 'Next',
      kind: null,
      rows: [
        ...(fingerprint.length > 0
          ? [
              next(fingerprint.length === 1 ? 'Can I deploy it?' : 'Can I deploy them?', Upload, {
                to: '/$org/can-i-deploy',
                search: { fingerprint },
              }),
            ]
          : []),
        ...(commit_list.length === 1
          ? [
              next('Evidence of this commit', FileCheck, {
                to: '/$org/attestations',
                search: { by: 'commit', commit_list },
              }),
            ]
          : []),
      ],
    },
  ]
}
