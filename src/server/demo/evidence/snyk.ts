import type { Vulnerability } from '#contract/attestation/types/snyk.ts'
import type { Evidence, ReportContext } from './report-context.ts'

interface Finding {
  severity: 'high' | 'medium' | 'low'
  id: string
  message: string
  uri: string
  score: number
}

/** Invented findings: none of these numbers was ever assigned. */
const findings: Record<'container' | 'dependency' | 'configuration', readonly Finding[]> = {
  container: [
    {
      severity: 'high',
      id: 'CVE-2026-90417',
      message: 'Heap overflow in the TLS handshake of openssl 3.5.1',
      uri: 'usr/lib/libssl.so.3',
      score: 812,
    },
    {
      severity: 'medium',
      id: 'CVE-2026-90233',
      message: 'Path traversal in tar when unpacking links',
      uri: 'usr/bin/tar',
      score: 540,
    },
    {
      severity: 'medium',
      id: 'CVE-2026-90875',
      message: 'zlib reads past the end of a short stream',
      uri: 'usr/lib/libz.so.1',
      score: 498,
    },
    {
      severity: 'low',
      id: 'CVE-2025-99120',
      message: 'ncurses crashes on a malformed terminal description',
      uri: 'usr/lib/libncursesw.so.6',
      score: 210,
    },
  ],
  dependency: [
    {
      severity: 'high',
      id: 'CVE-2026-91302',
      message: 'Prototype pollution in a merge function of options',
      uri: 'package-lock.json',
      score: 776,
    },
    {
      severity: 'medium',
      id: 'CVE-2026-91588',
      message: 'Regular expression of exponential time in the URL parser',
      uri: 'package-lock.json',
      score: 512,
    },
    {
      severity: 'low',
      id: 'CVE-2025-98041',
      message: 'Cookie attributes are not quoted',
      uri: 'package-lock.json',
      score: 188,
    },
  ],
  configuration: [
    {
      severity: 'high',
      id: 'NG-IAC-014',
      message: 'Bucket can be read without signing in',
      uri: 'storage/access-logs.tf',
      score: 720,
    },
    {
      severity: 'medium',
      id: 'NG-IAC-031',
      message: 'Security group is open to every address',
      uri: 'network/ingress.tf',
      score: 455,
    },
  ],
}

const tools = {
  container: { name: 'Snyk Container', version: '1.1301.0' },
  dependency: { name: 'Snyk Open Source', version: '1.1301.0' },
  configuration: { name: 'Snyk IaC', version: '1.1301.0' },
}

/** A scan, with its SARIF file if there are findings. */
export function snyk({ check, isFailing, random }: ReportContext): Evidence {
  const kind = check.name.startsWith('dependency')
    ? 'dependency'
    : check.name.startsWith('misconfiguration')
      ? 'configuration'
      : 'container'
  const known = findings[kind]
  const found = isFailing ? known.slice(0, random.between(1, known.length)) : []
  const of = (severity: Finding['severity']): Vulnerability[] =>
    found
      .filter((finding) => finding.severity === severity)
      .map(({ id, message, uri, score }) => ({
        id,
        message,
        // A library in an image has no lines.
        locations: [
          kind === 'container' ? { uri } : { uri, lines: String(random.between(3, 240)) },
        ],
        priority_score: score,
      }))
  const [high, medium, low] = [of('high'), of('medium'), of('low')]
  const counts = { high_count: high.length, medium_count: medium.length, low_count: low.length }
  const fields = {
    snyk_results: {
      schema_version: 1,
      tool: tools[kind],
      results: [{ ...counts, high, medium, low }],
    },
  }
  if (!isFailing) return { fields }
  return { fields, file: { name: `${check.name}.sarif`, text: sarif(tools[kind], found) } }
}

const levels = { high: 'error', medium: 'warning', low: 'note' }

function sarif(driver: object, found: readonly Finding[]): string {
  const results = found.map(({ severity, id, message, uri }) => ({
    ruleId: id,
    level: levels[severity],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri } } }],
  }))
  return JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver }, results }] }, null, 1)
}
