import { ArrowLeftRight } from 'lucide-react'
import type { KnownRecords } from '#contract/search/record-search.ts'
import { pageOf, recordLabels } from './record-page.ts'
import {
  artifactRow,
  environmentRow,
  flowRow,
  recordIcons,
  type Shown,
  trailRow,
} from './record-rows.tsx'
import { isSame, type Recent, recordAt } from './recents.ts'
import { Hint, linkTo, type SearchGroup, type SearchRow } from './rows.tsx'

/** Hint of a row on a record as it is now; none where it is not known. */
function hintOf(shown: Shown, { kind, id, flow }: Recent, known: KnownRecords | undefined) {
  const isNamed = ({ name }: { name: string }) => name === id
  const isOfFlow = (one: { flow_name: string | null }) => one.flow_name === flow
  if (kind === 'flow') {
    const found = known?.flows.find(isNamed)
    return found && flowRow(shown, found).hint
  }
  if (kind === 'environment') {
    const found = known?.environments.find(isNamed)
    return found && environmentRow(shown, found).hint
  }
  if (kind === 'trail') {
    const found = known?.trails.find((one) => isNamed(one) && isOfFlow(one))
    return found && trailRow(shown, found).hint
  }
  const found = known?.artifacts.find((one) => one.fingerprint === id && isOfFlow(one))
  return found && artifactRow(shown, found).hint
}

/** The records whose present verdicts are asked for. */
export function recordsQueryOf(recents: readonly Recent[]) {
  const of = (kind: Recent['kind']) => recents.filter((one) => one.kind === kind)
  return {
    flow: of('flow').map(({ id }) => id),
    environment: of('environment').map(({ id }) => id),
    trail: of('trail').map(({ flow, id }) => `${flow}/${id}`),
    artifact: of('artifact').map(({ flow, id }) => `${flow}/${id}`),
  }
}

const maxShown = 5

/** The records that the person opened last, but for the one that is open. */
export function recentGroup(
  shown: Shown,
  recents: readonly Recent[],
  known: KnownRecords | undefined,
): SearchGroup {
  const { router, org } = shown
  const open = recordAt(router.state.matches.at(-1)?.params ?? {}, '')
  const others = recents.filter((one) => open === null || !isSame(one, open)).slice(0, maxShown)
  const rows = others.map((one): SearchRow => {
    const { kind, id, flow, name } = one
    return {
      id: `recent ${kind} ${flow} ${id}`,
      icon: kind === 'override' ? ArrowLeftRight : recordIcons[kind],
      name: name.slice(name.lastIndexOf('/') + 1),
      note: flow,
      kind: recordLabels[kind],
      hint: hintOf(shown, one, known) ?? <Hint />,
      found: `${name} ${flow}`,
      ...linkTo(router, pageOf(org, one)),
    }
  })
  return { label: 'Recent', kind: null, rows }
}
