/** Names that are paths of the service: no user and no organization has them (wire.md 4, product.md 2). */
export const reservedNames: readonly string[] = [
  'api',
  'assets',
  'sign-in',
  'profile',
  'ready',
  'metrics',
  'openapi.json',
  'cairn',
  'health',
]
