import type { PolicyDocument } from '#contract/policy-document.ts'
import { controlsOf } from '#domain/policy-document.ts'
import { knownControls } from '../control/queries.ts'
import type { Place } from './path.ts'

/** A rule for a control that nobody knows. */
interface UnknownControl {
  /** Dotted path in the document. */
  path: string
  message: string
  /** 1-based line of the document. */
  line: number
}

/** What is wrong with a draft that can be read: only the service knows which controls there are. */
export async function policyProblems(place: Place, document: PolicyDocument) {
  const unknown = await unknownControls(place, document)
  return unknown.map((problem) => ({ ...problem, column: 1 }))
}

/** The rules of a policy that name unknown controls; archived ones are known (wire.md 22.2). */
export async function unknownControls(
  { org, orgName }: Place,
  document: PolicyDocument,
): Promise<UnknownControl[]> {
  const named = controlsOf(document)
  if (named.length === 0) return []
  const known = await knownControls(org, named)
  return document.artifacts.attestations.flatMap(({ for_control, line }, index) => {
    if (for_control === null || known.has(for_control)) return []
    const path = `artifacts.attestations.${index}.for_control`
    const message = `Control '${for_control}' does not exist in organization '${orgName}'`
    return [{ path, message, line }]
  })
}
