import fc from 'fast-check'
import type { ReportItem } from '#contract/environment/environment-report.ts'
import type { PhysicalType } from '#contract/environment/environment-type.ts'
import { fingerprintOf } from './reporter.ts'

/** Artifacts of generated reports: few, so that reports overlap. */
const names = ['app', 'web', 'a b/c:1.0', '/opt/ü', '0', 'constructor'] as const
const fingerprints = ['', fingerprintOf('one'), fingerprintOf('two')] as const

const digests = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...fingerprints), {
  maxKeys: 3,
  noNullPrototype: true,
})
const instance = { digests, creationTimestamp: fc.integer({ min: -1, max: 3 }) }
const text = fc.constantFrom('', 'x', 'y')
const maybe = fc.option(text)

const owners = fc.option(
  fc.array(fc.record({ apiVersion: fc.constant('apps/v1'), kind: text, name: text, uid: text }), {
    maxLength: 2,
  }),
)

const plain = fc.record(instance)
const items: Record<PhysicalType, fc.Arbitrary<ReportItem>> = {
  K8S: fc.record({
    podName: fc.constantFrom('pod-1', 'pod-2', '__proto__'),
    namespace: fc.constantFrom('shop', 'bank'),
    ...instance,
    owners,
  }),
  ECS: fc.record({ taskArn: text, cluster_name: maybe, service_name: maybe, ...instance }),
  S3: plain,
  lambda: plain,
  server: plain,
  docker: plain,
  'azure-apps': fc.record({
    app_name: text,
    app_kind: text,
    digests_source: fc.constantFrom('acr', 'logs'),
    ...instance,
  }),
  'cloud-run': fc.record({
    ...instance,
    kind: text,
    serviceName: maybe,
    revisionName: maybe,
    jobName: maybe,
  }),
}

/**
 * Consecutive reports of a type. Each holds nothing, null, or some of a few instances, also the
 * same one twice, so that reports overlap and earlier ones recur.
 */
export const reportsOf = (type: PhysicalType): fc.Arbitrary<(ReportItem[] | null)[]> =>
  fc
    .array(items[type], { minLength: 1, maxLength: 4 })
    .chain((known) =>
      fc.array(
        fc.oneof(
          { weight: 1, arbitrary: fc.constantFrom(null, [] as ReportItem[]) },
          { weight: 9, arbitrary: fc.array(fc.constantFrom(...known), { maxLength: 5 }) },
        ),
        { minLength: 1, maxLength: 8 },
      ),
    )
