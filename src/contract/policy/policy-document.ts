import * as z from 'zod/mini'
import { patterns } from '#contract/common/fields.ts'
import { slotType } from '#contract/template/template.ts'

/** Only the last path segment counts, on any host and path. */
const schemaUri = z.string().check(
  z.refine((uri) => /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^\s/?#]*(?:\/[^\s/?#]*)*\/v1$/.test(uri), {
    error: "Input should be a URI whose last path segment is 'v1'",
  }),
)

/** An expression as `${{ ... }}`, or its text in an object. */
const condition = z.union([
  z.strictObject({ text: z.string() }),
  z.string().check(
    z.refine((text) => /^\s*\$\{\{.*\}\}\s*$/s.test(text), {
      error: 'Input should be an expression in ${{ }}',
    }),
  ),
])

const requirement = z.strictObject({
  required: z._default(z.boolean(), false),
  exceptions: z._default(z.array(z.strictObject({ if: condition })), []),
})

const attestationDemand = z.strictObject({
  name: z._default(z.string().check(z.regex(/^(\*|[a-zA-Z0-9\-_,]+)$/), z.maxLength(255)), '*'),
  type: slotType,
  if: z._default(z.nullable(condition), null),
  must_be_compliant: z._default(z.boolean(), true),
  for_control: z._default(
    z.nullable(z.string().check(z.regex(patterns.name), z.maxLength(255))),
    null,
  ),
})

/** An environment policy as it is written. */
export const policyDocument = z.strictObject({
  _schema: schemaUri,
  artifacts: z._default(
    z.nullable(
      z.strictObject({
        provenance: z.optional(requirement),
        'trail-compliance': z.optional(requirement),
        attestations: z._default(z.array(attestationDemand), []),
      }),
    ),
    null,
  ),
})

/** An expression without its `${{ }}`. */
export interface PolicyCondition {
  text: string
}

/** A requirement on every artifact, with exceptions; not checked unless `required`. */
export interface RequirementRule {
  required: boolean
  exceptions: { if: PolicyCondition }[]
  /** 1-based line of each exception; absent for a rule that no document holds. */
  exception_lines?: number[]
  /** 1-based line of the document, null for a rule that is absent and has its defaults. */
  line: number | null
}

/** An attestation that an artifact or its trail must have. */
export interface AttestationRule {
  /** `*` matches any name. */
  name: string
  /** As in a template; `*` matches any type. */
  type: string
  /** Null: always required. */
  if: PolicyCondition | null
  must_be_compliant: boolean
  /** Identifier of the control that a decision must be for. */
  for_control: string | null
  /** 1-based line of the document. */
  line: number
}

/** A parsed environment policy, with all defaults filled in. */
export interface PolicyDocument {
  artifacts: {
    provenance: RequirementRule
    trail_compliance: RequirementRule
    attestations: AttestationRule[]
  }
}
