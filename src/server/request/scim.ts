import type { ScimListQuery } from '#contract/scim/scim.ts'
import type { ScimOrigin } from '#server/database/system/scim-directory.ts'

/** A user or a group, as SCIM answers it. */
export interface ScimResource {
  schemas: string[]
  id: string
  meta: { resourceType: string; created: string; lastModified: string; location: string }
}

/** A page of resources, and how many there are in all. */
export interface ScimPage {
  total: number
  startIndex: number
  resources: ScimResource[]
}

/** Operations on the resources of one kind; bodies are as sent. */
export interface ScimResources {
  /** @throws ScimRefusal `invalidFilter` */
  list(query: ScimListQuery): Promise<ScimPage>
  /** @throws ScimRefusal 404 */
  get(id: string): Promise<ScimResource>
  /** @throws Problem 400, ScimRefusal 409 */
  create(from: ScimOrigin, body: object): Promise<ScimResource>
  /** @throws Problem 400, ScimRefusal 404, 409 */
  replace(from: ScimOrigin, id: string, body: object): Promise<ScimResource>
  /** @throws Problem 400, ScimRefusal 400, 404, 409 */
  patch(from: ScimOrigin, id: string, body: object): Promise<ScimResource>
  /** @throws ScimRefusal 404 */
  remove(from: ScimOrigin, id: string): Promise<void>
}

/** Provisioning by the directory of an identity provider, RFC 7644. */
export interface Scim {
  /** SHA-256 of the token that the directory sends. */
  tokenHash: Buffer
  /** Answers about the service itself, by path. */
  discovery: Map<string, object>
  /** Kinds of resources by path. */
  resources: Map<string, ScimResources>
}
