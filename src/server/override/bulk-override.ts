import * as z from 'zod/mini'
import type { BodyOf } from '#contract/common/endpoint.ts'
import type {
  makeOverrides,
  OverrideResult,
  OverridesImpact,
} from '#contract/override/bulk-override.ts'
import { overrideDraft } from '#contract/override/override.ts'
import { Problem, schemaProblem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { dryRun, inUnitOfWork, type UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import {
  createOverride,
  insertOverride,
  previewOverride,
  type OverrideRequest,
  validateOverrideRequest,
} from './create-override.ts'
import { environmentFlips } from './environment-impact.ts'
import { proposeOverride } from './propose-override.ts'

type Draft = BodyOf<typeof makeOverrides>

/** The draft of one override as a call asks for it. */
export function overrideRequestOf(body: z.output<typeof overrideDraft>): OverrideRequest {
  const { flow_name, trail_name, expires_at, ...payload } = body
  return { flow_name, trail_name, expires_at, payload, raw: JSON.stringify(payload) }
}

/** The override of one of many targets. @throws Problem 400 as the call by itself */
function askedOf({ targets: _, ...shared }: Draft, target: Draft['targets'][number]) {
  const parsed = z.safeParse(overrideDraft, { ...shared, ...target }, { reportInput: true })
  if (!parsed.success) throw schemaProblem(parsed.error.issues)
  return overrideRequestOf(parsed.data)
}

/** Why one of many was refused; what is no refusal fails the whole call. */
function refusalOf(error: unknown): NonNullable<OverrideResult['error']> {
  if (!(error instanceof Problem)) throw error
  const { status, message, errors } = error
  return { status, message, ...(errors && { errors }) }
}

/** Asks for an override that takes an approval. @returns the id of the request */
export async function requestOverride(
  context: OrgContext,
  asked: OverrideRequest,
): Promise<string> {
  const {
    needs_approval: _,
    expires_at: __,
    ...effect
  } = await dryRun(context, (w) => previewOverride(w, asked))
  return inUnitOfWork(context, (w) => proposeOverride(w, asked, effect))
}

/** Makes many overrides, each by itself, or asks for those that take an approval. */
export async function createOverrides(
  context: OrgContext,
  draft: Draft,
): Promise<OverrideResult[]> {
  const results: OverrideResult[] = []
  for (const target of draft.targets) {
    const nothing = { override_id: null, proposal_id: null, error: null }
    try {
      results.push({ ...nothing, ...(await makeOne(context, askedOf(draft, target))) })
    } catch (error) {
      results.push({ ...nothing, error: refusalOf(error) })
    }
  }
  return results
}

async function makeOne(context: OrgContext, asked: OverrideRequest) {
  try {
    return { override_id: await inUnitOfWork(context, (w) => createOverride(w, asked)) }
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 403) throw error
    return { proposal_id: await requestOverride(context, asked) }
  }
}

/** Says what many overrides would flip, by making them: to be run as a dry run. */
export async function previewOverrides(w: UnitOfWork, draft: Draft): Promise<OverridesImpact> {
  // Trails are locked in one order, whatever the order of the targets.
  const places = draft.targets.map((target, index) => ({ target, index }))
  const keyOf = ({ target }: (typeof places)[number]) => `${target.flow_name} ${target.trail_name}`
  places.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const rows: OverridesImpact['rows'] = []
  const fingerprints = new Set<string>()
  for (const { target, index } of places) {
    try {
      const asked = askedOf(draft, target)
      const weighed = await validateOverrideRequest(w, asked)
      const { effect, built } = await insertOverride(w, asked, weighed, { looksAround: false })
      for (const fingerprint of built) fingerprints.add(fingerprint)
      const { overridden, trails, artifacts } = effect
      const { needs_approval } = weighed
      rows[index] = { flips: { overridden, trails, artifacts, needs_approval }, error: null }
    } catch (error) {
      rows[index] = { flips: null, error: refusalOf(error) }
    }
  }
  return { evaluated_at: w.at, rows, ...(await environmentFlips(w.org, [...fingerprints])) }
}
