/** Kinds of refusals that SCIM names, RFC 7644, section 3.12. */
export type ScimErrorType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'noTarget'
  | 'uniqueness'

/** A refused SCIM request; the message names the field, the rule and the value. */
export class ScimRefusal extends Error {
  override name = 'ScimRefusal'
  readonly status: 400 | 404 | 409
  readonly scimType: ScimErrorType | null

  constructor(status: ScimRefusal['status'], scimType: ScimErrorType | null, detail: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

/** The refusal of an id that nobody has. */
export const unknownResource = (kind: 'user' | 'group', id: string) =>
  new ScimRefusal(404, null, `There is no ${kind} with the id '${id}'`)
