import { patterns } from '#contract/common/fields.ts'
import { OperatorError } from '#server/platform/failure.ts'

/** An unusable name or key; the message says why. */
export class AdministrationError extends OperatorError {}

/** Names of paths that probes of other services use. */
export const probeNames: readonly string[] = [
  'health',
  'healthz',
  'livez',
  'readyz',
  'version',
  'openapi.json',
]

/** Names that are paths of the service: refused for users and organizations. */
export const reservedNames: readonly string[] = [
  'api',
  'assets',
  'sign-in',
  'profile',
  'ready',
  'metrics',
  'cairn',
  'live',
  'scim',
  ...probeNames,
]

/**
 * Requires a name that a user or an organization may have.
 * @throws AdministrationError
 */
export function requireName(name: string): void {
  if (!patterns.organization.test(name) || name.length > 64) {
    throw new AdministrationError(
      `'${name}' should match ${patterns.organization.source} and have at most 64 characters`,
    )
  }
  if (reservedNames.includes(name)) throw new AdministrationError(`The name '${name}' is reserved`)
}
