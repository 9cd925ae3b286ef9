import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { byOverrides } from '#domain/verdict/qualifiers.ts'
import type { Verdict } from '#web/domain-ui/verdict.tsx'
import { ExpiredWords } from '#web/domain-ui/expired-words.tsx'
import {
  EvidenceSummaries,
  FoundSummary,
  useEvidenceSummary,
} from '#web/record/evidence-summary.tsx'
import type { PipelineCall } from '#web/ui/call-form.ts'
import { type DrawerSteps, DrawerFrame } from '#web/ui/drawer-frame.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { type FixStep, FixSteps, repairSteps } from './fix-steps.tsx'
import { linkClass } from './lookup.tsx'
import { type TreeNode, VerdictTree } from './tree.tsx'

/** A slot of a trail as a panel shows it. */
export interface WhySlot {
  key: string
  name: string
  type: string
  verdict: Verdict
  isUnexpected: boolean
  /** An override says the verdict. */
  isOverridden: boolean
  attestationId: string | null
  reportedAt: number | null
  /** The call that reports it; null where there is none. */
  call: PipelineCall | null
}

/** The slots of the trail itself, or of one artifact. */
export interface WhyGroup {
  key: string
  kind: 'Trail' | 'Artifact'
  name: string
  /** Of an artifact that was not reported: the call that does. */
  missing: { call: PipelineCall | null } | null
  /** Of an artifact that was reported. */
  fingerprint: string | null
  slots: readonly WhySlot[]
}

/** Why a trail, or an artifact on it, has its verdict: slot by slot, with what repairs it. */
export default function SlotsWhy(props: {
  title: string
  sentence: ReactNode
  root: { kind: string; name: string; verdict: Verdict; qualifiers: Qualifiers }
  /** Where its evidence is reported; no trail where nothing can be. */
  place: { org: string; flow: string; trail: string | null }
  groups: readonly WhyGroup[]
  steps: DrawerSteps
  /** What all of this is read from. */
  record: unknown
}) {
  const { groups, root } = props
  const steps = groups.flatMap((group) => stepsOf(props.place, group))
  const slots = groups.flatMap((group) => group.slots)
  const ids = slots.map(({ attestationId }) => attestationId)
  const tree: TreeNode = {
    key: 'root',
    verdict: root.verdict,
    qualifiers: root.qualifiers,
    kind: root.kind,
    label: <span className="font-medium">{root.name}</span>,
    isOpen: true,
    children: groups.length === 1 ? slotNodes(groups[0]?.slots ?? []) : groups.map(groupNode),
  }
  return (
    <DrawerFrame title={props.title} steps={props.steps} raw={props.record}>
      <p className="text-body text-pretty wrap-anywhere">{props.sentence}</p>
      <EvidenceSummaries org={props.place.org} ids={ids}>
        <VerdictTree label={props.title} root={tree} />
        {steps.length > 0 && <FixSteps title="Smallest fix" steps={steps} />}
      </EvidenceSummaries>
    </DrawerFrame>
  )
}

const isFine = ({ verdict }: { verdict: Verdict }) => verdict === 'compliant'

function groupNode({ key, kind, name, missing, slots }: WhyGroup): TreeNode {
  const worst =
    slots.find(({ verdict }) => verdict === 'non-compliant') ?? slots.find((one) => !isFine(one))
  const verdict = missing ? 'missing' : (worst?.verdict ?? 'compliant')
  const overridden = slots.filter((slot) => slot.isOverridden && slot.verdict === verdict).length
  const isPlainPass = verdict === 'compliant' && overridden === 0
  return {
    key,
    verdict,
    qualifiers: byOverrides(overridden),
    kind,
    label: <span className="font-medium">{name}</span>,
    ...(missing && { leaf: <p>It was not reported.</p> }),
    end:
      slots.length === 0
        ? 'nothing expected'
        : `${slots.filter(isFine).length} of ${slots.length} pass`,
    isOpen: !isPlainPass,
    isFold: isPlainPass,
    children: slotNodes(slots),
  }
}

const slotNodes = (slots: readonly WhySlot[]): TreeNode[] =>
  slots.map((slot) => {
    const { key, name, type, verdict, isUnexpected, isOverridden } = slot
    return {
      key,
      verdict,
      ...(isOverridden && { qualifiers: byOverrides(1) }),
      kind: isUnexpected ? 'Unexpected' : 'Slot',
      label: <span className="font-medium">{name}</span>,
      end: type === '*' ? 'any type' : type,
      leaf: <SlotLeaf slot={slot} />,
    }
  })

function SlotLeaf(props: { slot: WhySlot }) {
  const { name, verdict, attestationId, reportedAt, isOverridden } = props.slot
  const expired = useEvidenceSummary(attestationId)?.expired
  if (!attestationId) return <p>Nothing was reported for it.</p>
  return (
    <p className="wrap-anywhere">
      Found{' '}
      <Link
        to="."
        search={(search: object) => ({ ...search, why: undefined, attestation_id: attestationId })}
        resetScroll={false}
        className={linkClass}
      >
        {name}
      </Link>
      , {verdict === 'compliant' ? 'compliant' : 'non-compliant'}
      {isOverridden && ' by override'}
      <FoundSummary id={attestationId} />. <ExpiredWords age={expired} />
      {reportedAt !== null && (
        <span className="block text-meta">
          Recorded <TimeStamp at={reportedAt} form="stamp" />
        </span>
      )}
    </p>
  )
}

function stepsOf(
  { trail, ...place }: { org: string; flow: string; trail: string | null },
  { key, name, missing, slots, fingerprint }: WhyGroup,
): FixStep[] {
  return [
    ...(missing
      ? [{ key: `${key}/artifact`, text: `Report artifact ${name}:`, call: missing.call }]
      : []),
    ...slots
      .filter((slot) => !isFine(slot))
      .flatMap(({ key: slot, name, attestationId, call }) =>
        attestationId !== null && trail !== null
          ? repairSteps(slot, { ...place, trail, name, attestationId, fingerprint }, call)
          : [{ key: slot, text: `Report ${name}:`, call }],
      ),
  ]
}
