import { type QualifiedVerdict, verdictText } from '#domain/verdict/qualified-verdict.ts'

/** Asks why something has its verdict: "Why is prod-eu compliant by 2 overrides?". */
export const whyTitle = (subject: string, judged: QualifiedVerdict, where?: string): string =>
  `Why is ${subject} ${verdictText(judged).toLowerCase()}${where === undefined ? '' : ` in ${where}`}?`
