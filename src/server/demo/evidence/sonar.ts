import type { SonarCondition, SonarResults } from '#contract/attestation/types/sonar.ts'
import { sonarUrl } from '#server/demo/company.ts'
import type { Evidence, ReportContext } from './report-context.ts'

const condition = (
  metric: string,
  operator: 'LT' | 'GT',
  errorThreshold: string,
  value: string,
  fails = false,
): SonarCondition => ({
  metric,
  errorThreshold,
  operator,
  value,
  status: fails ? 'ERROR' : 'OK',
})

/** An analysis with the conditions of the quality gate. */
export function sonar({ flow, artifact, change, isFailing, at, random }: ReportContext): Evidence {
  const key = `northgate_${artifact ?? flow.name}`
  const coverage = isFailing ? random.between(610, 788) / 10 : random.between(812, 944) / 10
  const sonar_results: SonarResults = {
    serverUrl: sonarUrl,
    taskId: `AZ${random.hex(18)}`,
    status: 'SUCCESS',
    analysedAt: new Date(Math.round(at - 30) * 1000).toISOString().replace('.000Z', '+0000'),
    revision: change.sha,
    project: { key, name: artifact ?? flow.name, url: `${sonarUrl}/dashboard?id=${key}` },
    branch: { name: 'main', type: 'LONG' },
    qualityGate: {
      status: isFailing ? 'ERROR' : 'OK',
      conditions: [
        condition('new_coverage', 'LT', '80', coverage.toFixed(1), isFailing),
        condition(
          'new_duplicated_lines_density',
          'GT',
          '3',
          (random.between(0, 24) / 10).toFixed(1),
        ),
        condition('new_reliability_rating', 'GT', '1', '1'),
        condition('new_security_rating', 'GT', '1', '1'),
        condition('new_security_hotspots_reviewed', 'LT', '100', '100'),
      ],
    },
  }
  return { fields: { sonar_results } }
}
