/** What a person sees of a key: `unused` and `expiring` ones work, too (product.md 3.22). */
export const keyStates = ['active', 'expiring', 'rotating', 'unused', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]
