import * as z from 'zod/mini'
import type { BodyOf } from '#contract/common/endpoint.ts'
import type {
  OverrideResult,
  OverridesImpact,
  makeOverrides,
} from '#contract/override/bulk-override.ts'
import { overrideDraft } from '#contract/override/override-effect.ts'
import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { requireReviewer } from '#server/exception/review-exception.ts'
import { Problem, schemaProblem, validationProblem } from '#server/platform/problem.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { type UnitOfWork, dryRun, inUnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import {
  type OverrideRequest,
  createOverride,
  insertOverride,
  previewOverride,
  validateOverrideRequest,
} from './create-override.ts'
import { environmentFlips } from './environment-impact.ts'
import { proposeOverride } from './propose-override.ts'
import { insertReviews, listOverridesOf } from './queries.ts'

type Draft = BodyOf<typeof makeOverrides>

/** Returns the draft of one override of a request body. */
export function overrideRequestOf(body: z.output<typeof overrideDraft>): OverrideRequest {
  const { flow_name, trail_name, expires_at, ...payload } = body
  return { flow_name, trail_name, expires_at, payload, raw: JSON.stringify(payload) }
}

/** Returns the override of one of many targets. @throws Problem 400 as the single call */
function requestFor({ targets: _, ...shared }: Draft, target: Draft['targets'][number]) {
  const parsed = z.safeParse(overrideDraft, { ...shared, ...target }, { reportInput: true })
  if (!parsed.success) throw schemaProblem(parsed.error.issues)
  return overrideRequestOf(parsed.data)
}

/** Returns why one of many was refused; any other error fails the whole call. */
function refusalOf(error: unknown): NonNullable<OverrideResult['error']> {
  if (!(error instanceof Problem)) throw error
  const { status, message, errors } = error
  return { status, message, ...(errors && { errors }) }
}

/**
 * Puts targets into the order in which their trails are locked, with their index: calls that have
 * all of them in one transaction would deadlock by orders of their own.
 */
function inLockOrder(targets: Draft['targets']) {
  const keyOf = (target: Draft['targets'][number]) => `${target.flow_name} ${target.trail_name}`
  return targets
    .map((target, index) => ({ target, index }))
    .toSorted((a, b) => (keyOf(a.target) < keyOf(b.target) ? -1 : 1))
}

/** Requests approval of an override. @returns the id of the request */
export async function requestOverride(
  context: OrgContext,
  request: OverrideRequest,
): Promise<string> {
  const {
    needs_approval: _,
    expires_at: __,
    ...effect
  } = await dryRun(context, (w) => previewOverride(w, request))
  return inUnitOfWork(context, (w) => proposeOverride(w, request, effect))
}

/** Makes many overrides, each in its own transaction, or requests those that need approval. */
export async function createOverrides(
  context: OrgContext,
  draft: Draft,
): Promise<OverrideResult[]> {
  const results: OverrideResult[] = []
  for (const { target, index } of inLockOrder(draft.targets)) {
    const nothing = { override_id: null, proposal_id: null, error: null }
    try {
      results[index] = { ...nothing, ...(await makeOne(context, requestFor(draft, target))) }
    } catch (error) {
      results[index] = { ...nothing, error: refusalOf(error) }
    }
  }
  return results
}

async function makeOne(context: OrgContext, request: OverrideRequest) {
  try {
    return { override_id: await inUnitOfWork(context, (w) => createOverride(w, request)) }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'approval_required') throw error
    return { proposal_id: await requestOverride(context, request) }
  }
}

/** Previews what many overrides would flip by making them, in a dry run. */
export async function previewOverrides(w: UnitOfWork, draft: Draft): Promise<OverridesImpact> {
  const rows: OverridesImpact['rows'] = []
  const fingerprints = new Set<string>()
  for (const { target, index } of inLockOrder(draft.targets)) {
    try {
      const request = requestFor(draft, target)
      const validated = await validateOverrideRequest(w, request)
      const { effect, built } = await insertOverride(w, request, validated, {
        previewsEnvironments: false,
      })
      for (const fingerprint of built) fingerprints.add(fingerprint)
      const { overridden, trails, artifacts } = effect
      const { needs_approval } = validated
      rows[index] = { flips: { overridden, trails, artifacts, needs_approval }, error: null }
    } catch (error) {
      rows[index] = { flips: null, error: refusalOf(error) }
    }
  }
  return { evaluated_at: w.at, rows, ...(await environmentFlips(w.org, [...fingerprints], w.at)) }
}

/**
 * Records a review of overrides, all or none.
 * @throws Problem 400 naming the unknown ones, 403 for what the caller made and for service accounts
 */
export async function reviewOverrides(
  write: UnitOfWork,
  { override_ids, comment }: { override_ids: readonly string[]; comment: string },
): Promise<void> {
  const { org, orgName, at, actor, newId } = write
  const ids = [...new Set(override_ids)]
  const overrides = await listOverridesOf(org, ids)
  const known = new Set(overrides.map((row) => row.override_id))
  const refusals = override_ids.flatMap((id, index) => {
    if (known.has(id)) return []
    const reason = `Override '${id}' does not exist in organization '${orgName}'`
    return [{ path: ['override_ids', index], reason, input: id }]
  })
  if (refusals.length > 0) throw validationProblem(refusals)
  await requireReviewer(
    write,
    overrides.map((one) => ({ ...one, what: `the override of '${one.name}'` })),
  )
  const by = { comment, reviewed_at: at, reviewed_by: actor.name }
  await insertReviews(
    org,
    ids.map((override_id) => ({ id: newId(), override_id, ...by })),
  )
  await appendAuditEntry(write, {
    kind: 'override_reviewed',
    subject: {},
    body: { override_ids: ids, comment },
  })
}
