import { type QualifiedVerdict, verdictText } from '#domain/verdict/qualified-verdict.ts'

/** Asks why something has its verdict: "Why is prod-eu compliant by 2 overrides?". */
export const whyTitle = (subject: string, qualified: QualifiedVerdict, where?: string): string =>
  `Why is ${subject} ${verdictText(qualified).toLowerCase()}${where === undefined ? '' : ` in ${where}`}?`
