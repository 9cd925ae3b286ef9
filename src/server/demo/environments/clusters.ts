import { type DemoEnvironment, type UnknownWorkload, workload } from './demo-environment.ts'

const sidecars: readonly UnknownWorkload[] = [
  { name: 'docker.io/envoyproxy/envoy:v1.32.4', to: 0.57, isSidecar: true },
  { name: 'docker.io/envoyproxy/envoy:v1.33.2', from: 0.57, isSidecar: true },
  { name: 'cr.fluentbit.io/fluent/fluent-bit:3.2.10', instances: 3 },
]

/** Runs the newest build, whether its checks passed or not. */
const newest = (artifact: string, every: number, isRehearsed: boolean = false) =>
  workload(artifact, { every, after: 0.6, isRehearsed })

const isChecked = true

/** Where builds are tested. */
export const staging: DemoEnvironment = {
  name: 'staging',
  type: 'K8S',
  description: 'Newest builds of everything that goes to production',
  tags: { team: 'platform', tier: '2', region: 'eu-west' },
  workloads: [
    newest('ledger-api', 3.1, true),
    newest('ledger-worker', 5.5, true),
    newest('payments-gateway', 3.3, true),
    newest('fraud-scoring', 3.6),
    newest('portal-api', 2.6),
    newest('portal-web', 3.1),
    newest('notifications', 4.5),
  ],
  foreign: [
    ...sidecars,
    // For a debugging session, allowed some days later.
    { name: 'registry.northgate.example/debug-shell:latest', from: 0.94 },
  ],
}

/** The clusters that serve customers. */
export const clusters: readonly DemoEnvironment[] = [
  {
    name: 'production-eu',
    type: 'K8S',
    description: 'Customers in Europe',
    tags: { team: 'platform', tier: '1', region: 'eu-central' },
    workloads: [
      workload('ledger-api', {
        every: 'train',
        after: 1.2,
        instances: [3, 6],
        isChecked,
        rollbacks: [7],
      }),
      workload('ledger-worker', { every: 'train', after: 1.5, instances: [2, 2], isChecked }),
      workload('payments-gateway', {
        every: 'train',
        after: 2.1,
        instances: [3, 8],
        isChecked,
        incident: 0.62,
      }),
      workload('portal-api', {
        every: 6.5,
        after: 30,
        instances: [2, 5],
        isChecked,
        rollbacks: [5],
      }),
      workload('portal-web', { every: 7.5, after: 30, instances: [2, 4], isChecked }),
    ],
    foreign: sidecars,
    busy: [7, 19],
  },
  {
    name: 'production-us',
    type: 'K8S',
    description: 'Customers overseas: what Europe has run for a day',
    tags: { team: 'platform', tier: '1', region: 'us-east' },
    workloads: [
      workload('payments-gateway', { every: 'train', after: 26, instances: [2, 5], isChecked }),
      workload('portal-api', { every: 11, after: 54, instances: [2, 3], isChecked }),
    ],
    foreign: sidecars,
    busy: [13, 23],
  },
]
