/** Says of slots that all comply what that rests on: "Compliant by override of container-scan". */
export function healthOf(overridden: readonly string[]): string {
  const [first, ...others] = overridden
  if (first === undefined) return 'Nothing is wrong'
  return `Compliant by override of ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
}
