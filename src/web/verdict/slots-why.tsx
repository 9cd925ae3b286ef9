import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { isPlain } from '#domain/verdict/qualified-verdict.ts'
import { byOverrides, qualifiersOfSlot } from '#domain/verdict/qualifiers.ts'
import { overDrawer } from '#web/domain-ui/drawer-steps.ts'
import type { Verdict } from '#web/domain-ui/verdict.tsx'
import { ExpiredText } from '#web/domain-ui/expired-text.tsx'
import { healthOf, type SoundSlot } from '#web/domain-ui/health-text.ts'
import { lookOf } from '#web/domain-ui/kind-label.tsx'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import { EvidenceSummaries } from '#web/record/evidence-summary.tsx'
import type { PipelineCall } from '#web/ui/call-form.ts'
import { type DrawerSteps, DrawerFrame } from '#web/ui/drawer-frame.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { type FixStep, FixSteps, repairSteps } from './fix-steps.tsx'
import { FoundVerdict, linkClass } from './found-verdict.tsx'
import { type TreeNode, VerdictTree } from './tree.tsx'

/** A slot of a trail as a panel shows it. */
export interface WhySlot extends SoundSlot {
  key: string
  type: string
  verdict: Verdict
  attestationId: string | null
  reportedAt: number | null
  /** The call that reports it; null where there is none. */
  call: PipelineCall | null
  /** A request to override it that waits, where that is known. */
  request?: ReactNode
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
  /** Its failing or missing slots, in a few words; null where there are none. */
  trouble: string | null
  /** How many of its slots are filled. */
  counts: string
  root: { kind: string; name: string; verdict: Verdict; qualifiers: Qualifiers }
  /** Where its evidence is reported; no trail where nothing can be. */
  scope: { org: string; flow: string; trail: string | null }
  groups: readonly WhyGroup[]
  steps: DrawerSteps
  /** Source of all of this. */
  record: unknown
}) {
  const { groups, root, trouble, counts } = props
  const { org } = props.scope
  const title = whyTitle(root.name, root)
  const steps = groups.flatMap((group) => stepsOf(props.scope, group))
  const slots = groups.flatMap((group) => group.slots)
  const ids = slots.map(({ attestationId }) => attestationId)
  const tree: TreeNode = {
    key: 'root',
    verdict: root.verdict,
    qualifiers: root.qualifiers,
    kind: root.kind,
    label: <span className="font-medium">{root.name}</span>,
    isOpen: true,
    children:
      groups.length === 1
        ? slotNodes(org, groups[0]?.slots ?? [])
        : groups.map((group) => groupNode(org, group)),
  }
  return (
    <DrawerFrame title={title} steps={props.steps} raw={props.record}>
      <p className="text-body text-pretty wrap-anywhere">
        {trouble === null ? healthOf(slots, counts) : `${trouble}; ${counts}.`}
      </p>
      <EvidenceSummaries org={org} ids={ids}>
        <VerdictTree label={title} root={tree} />
        {steps.length > 0 && <FixSteps title="Smallest fix" steps={steps} />}
      </EvidenceSummaries>
    </DrawerFrame>
  )
}

const isFine = ({ verdict }: { verdict: Verdict }) => verdict === 'compliant'

function groupNode(org: string, { key, kind, name, missing, slots }: WhyGroup): TreeNode {
  const worst =
    slots.find(({ verdict }) => verdict === 'non-compliant') ?? slots.find((one) => !isFine(one))
  const verdict = missing ? 'missing' : (worst?.verdict ?? 'compliant')
  const overridden = slots.filter((slot) => slot.isOverridden && slot.verdict === verdict).length
  const qualifiers = {
    ...byOverrides(overridden),
    expired: [...new Set(slots.flatMap((slot) => qualifiersOf(slot).expired))],
  }
  const isPlainPass = verdict === 'compliant' && isPlain({ verdict, qualifiers })
  return {
    key,
    verdict,
    qualifiers,
    kind,
    label: <span className="font-medium">{name}</span>,
    ...(missing && { leaf: <p>It was not reported.</p> }),
    end:
      slots.length === 0
        ? 'nothing expected'
        : `${slots.filter(isFine).length} of ${slots.length} pass`,
    isOpen: !isPlainPass,
    isFold: isPlainPass,
    children: slotNodes(org, slots),
  }
}

const qualifiersOf = ({ isOverridden, expired, type }: WhySlot): Qualifiers =>
  qualifiersOfSlot({ overridden: isOverridden, expired, attestation_type: type })

/** Slots one by one; beside one that says more than that it passes, all that do no more are folded. */
function slotNodes(org: string, slots: readonly WhySlot[]): TreeNode[] {
  const nodes = slots.map((slot) => slotNode(org, slot))
  const passing = nodes.filter((node) => isFine(node) && isPlain(node))
  if (passing.length < 2 || passing.length === nodes.length) return nodes
  return [
    ...nodes.filter((node) => !passing.includes(node)),
    {
      key: `${passing[0]?.key}/passing`,
      verdict: 'compliant',
      label: `${passing.length} other slots pass`,
      isFold: true,
      children: passing,
    },
  ]
}

const slotNode = (org: string, slot: WhySlot): TreeNode => ({
  key: slot.key,
  verdict: slot.verdict,
  qualifiers: qualifiersOf(slot),
  kind: slot.isUnexpected ? 'Unexpected' : 'Slot',
  label: <span className="font-medium">{slot.name}</span>,
  end: `${lookOf(slot.type).label}${slot.attestationId ? '' : ', nothing reported'}`,
  leaf: slot.attestationId && <SlotLeaf org={org} slot={slot} id={slot.attestationId} />,
})

function SlotLeaf(props: { org: string; slot: WhySlot; id: string }) {
  const { name, verdict, reportedAt, isOverridden, expired } = props.slot
  return (
    <p className="wrap-anywhere">
      Found{' '}
      <Link
        to="."
        search={(search: object) => ({ ...search, why: undefined, attestation_id: props.id })}
        state={overDrawer}
        resetScroll={false}
        className={linkClass}
      >
        {name}
      </Link>
      <FoundVerdict
        org={props.org}
        id={props.id}
        isCompliant={verdict === 'compliant'}
        isOverride={isOverridden}
      />{' '}
      <ExpiredText age={expired} />
      {reportedAt !== null && (
        <span className="block text-meta">
          Recorded <TimeStamp at={reportedAt} form="stamp" />
        </span>
      )}
    </p>
  )
}

function stepsOf(
  { trail, ...scope }: { org: string; flow: string; trail: string | null },
  { key, name, missing, slots, fingerprint }: WhyGroup,
): FixStep[] {
  return [
    ...(missing
      ? [{ key: `${key}/artifact`, text: `Report artifact ${name}:`, call: missing.call }]
      : []),
    ...slots
      .filter((slot) => !isFine(slot))
      .flatMap(({ key: slot, name, type, attestationId, call, request }) =>
        attestationId !== null && trail !== null
          ? repairSteps(
              slot,
              { ...scope, trail, name, type, attestationId, fingerprint },
              call,
              request,
            )
          : [{ key: slot, text: `Report ${name}:`, call }],
      ),
  ]
}
