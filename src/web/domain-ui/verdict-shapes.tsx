import type { ReactNode } from 'react'
import { type Verdict, verdictLabels } from '#domain/verdict/qualified-verdict.ts'

const box = { x: 1.7, y: 1.7, width: 12.6, height: 12.6, rx: 2 }

/** Word, colour and shape of each verdict; the shapes differ in one colour at 12 px. */
export const verdicts: Record<
  Verdict,
  { label: string; color: string; tint: string; shape: ReactNode }
> = {
  compliant: {
    label: verdictLabels.compliant,
    color: 'text-compliant',
    tint: 'bg-compliant-tint',
    shape: (
      <>
        <circle cx="8" cy="8" r="7.2" fill="currentColor" />
        <path d="M4.7 8.3l2.3 2.3 4.4-5" className="stroke-mark-ink" strokeWidth="1.7" />
      </>
    ),
  },
  'non-compliant': {
    label: verdictLabels['non-compliant'],
    color: 'text-non-compliant',
    tint: 'bg-non-compliant-tint',
    shape: (
      <>
        <path d="M5 .7h6L15.3 5v6L11 15.3H5L.7 11V5z" fill="currentColor" />
        <path
          d="M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4"
          className="stroke-mark-ink"
          strokeWidth="1.7"
        />
      </>
    ),
  },
  unknown: {
    label: verdictLabels.unknown,
    color: 'text-unknown',
    tint: 'bg-unknown-tint',
    shape: (
      <>
        <path
          d="M8 .9L15.1 8 8 15.1.9 8z"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeDasharray="3.2 1.82"
          strokeDashoffset="1.6"
        />
        <path
          d="M6.3 6.7a1.7 1.7 0 1 1 2.6 1.4c-.6.4-.9.7-.9 1.3"
          stroke="currentColor"
          strokeWidth="1.4"
        />
        <circle cx="8" cy="11.3" r=".95" fill="currentColor" />
      </>
    ),
  },
  incomplete: {
    label: verdictLabels.incomplete,
    color: 'text-incomplete',
    tint: 'bg-incomplete-tint',
    shape: (
      <>
        <rect {...box} stroke="currentColor" strokeWidth="1.5" />
        <path d="M2 8h12v4.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 12.5z" fill="currentColor" />
      </>
    ),
  },
  missing: {
    label: verdictLabels.missing,
    color: 'text-unknown',
    tint: 'bg-unknown-tint',
    shape: <rect {...box} stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.6 2.2" />,
  },
  'not-asked': {
    label: verdictLabels['not-asked'],
    color: 'text-unknown',
    tint: 'bg-unknown-tint',
    shape: (
      <rect
        x="1.2"
        y="4.9"
        width="13.6"
        height="6.2"
        rx="3.1"
        stroke="currentColor"
        strokeWidth="1.4"
      />
    ),
  },
}

/** Hollow shapes of what has a qualifier: it stands in the text that follows. */
const hollow: Partial<Record<Verdict, ReactNode>> = {
  compliant: (
    <>
      <circle cx="8" cy="8" r="6.6" stroke="currentColor" strokeWidth="1.4" />
      <path d="M4.9 8.3l2.2 2.2 4.1-4.7" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
  'non-compliant': (
    <>
      <path
        d="M5.2 1.3h5.6l3.9 3.9v5.6l-3.9 3.9H5.2L1.3 10.8V5.2z"
        stroke="currentColor"
        strokeWidth="1.4"
      />
      <path d="M5.5 5.5l5 5M10.5 5.5l-5 5" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
}

/** Silent past its interval: the verdict is history. */
const stale = (
  <>
    <circle cx="8" cy="8" r="6.6" stroke="currentColor" strokeWidth="1.4" />
    <path
      d="M1.9 9.6l7.7-7.7M3.4 12.6l9.2-9.2M6.4 14.1l7.7-7.7"
      stroke="currentColor"
      strokeWidth="1.3"
    />
  </>
)

/** Returns the colour and shape of a verdict with what qualifies it. */
export function appearanceOf(
  verdict: Verdict,
  { isStale, isQualified }: { isStale?: boolean | undefined; isQualified?: boolean | undefined },
) {
  if (isStale) return { ...verdicts.unknown, tint: '', shape: stale }
  const { color, tint, shape } = verdicts[verdict]
  return { color, tint, shape: (isQualified && hollow[verdict]) || shape }
}
