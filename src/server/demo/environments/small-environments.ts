import { type DemoEnvironment, workload } from './demo-environment.ts'

/** Environments of one team each: queues, buckets, functions, hosts and apps. */
export const smallEnvironments: readonly DemoEnvironment[] = [
  {
    name: 'messaging',
    type: 'ECS',
    description: 'Mail, push and letters',
    tags: { team: 'payments', tier: '2', region: 'eu-west' },
    workloads: [
      workload('notifications', {
        as: ['mail-sender', 'push-sender'],
        every: 7,
        after: 20,
        instances: [1, 2],
        isChecked: true,
        rollbacks: [4],
      }),
    ],
  },
  {
    name: 'shop-assets',
    type: 'S3',
    description: 'Bundles that browsers load',
    tags: { team: 'shop', tier: '1', region: 'eu-west' },
    workloads: [
      workload('checkout-web', {
        as: ['assets.northgate.example/checkout/bundle.tgz'],
        every: 'train',
        after: 1,
      }),
      workload('storefront-web', {
        as: ['assets.northgate.example/storefront/bundle.tgz'],
        every: 3,
        after: 4,
        isChecked: true,
        rollbacks: [11],
      }),
      workload('sdk-js', {
        as: ['assets.northgate.example/sdk/northgate-sdk.tgz'],
        every: 14,
        after: 40,
        isChecked: true,
      }),
    ],
    foreign: [{ name: 'assets.northgate.example/legal/cookie-banner.js', from: 0.3 }],
  },
  {
    name: 'ledger-functions',
    type: 'lambda',
    description: 'Schema changes and statements on demand',
    tags: { team: 'ledger', tier: '1', region: 'eu-west' },
    workloads: [
      workload('ledger-schema', {
        as: ['ledger-schema-migrate'],
        every: 5,
        after: 9,
        isChecked: true,
      }),
      workload('statements-batch', {
        as: ['statements-render', 'statements-archive'],
        every: 16,
        after: 26,
      }),
    ],
    foreign: [{ name: 'certificate-watch', from: 0.12 }],
  },
  {
    name: 'core-batch',
    type: 'server',
    description: 'The host of the nightly close',
    tags: { team: 'ledger', tier: '2', region: 'on-premises' },
    workloads: [
      workload('statements-batch', {
        as: ['/opt/northgate/statements/statements-batch.jar'],
        every: 20,
        after: 70,
      }),
    ],
    // Copied by hand, and again by hand after a fix.
    foreign: [
      { name: '/opt/northgate/bin/fx-import', to: 0.71 },
      { name: '/opt/northgate/bin/fx-import-fixed', from: 0.71 },
    ],
  },
  {
    name: 'branch-kiosks',
    type: 'docker',
    description: 'Screens in the branches',
    tags: { team: 'payments', tier: '3', region: 'on-premises' },
    workloads: [
      workload('portal-web', {
        as: ['kiosk'],
        every: 12,
        after: 90,
        instances: [4, 4],
        isChecked: true,
      }),
    ],
    foreign: [{ name: 'docker.io/library/nginx:1.27' }],
    silent: 0.87,
  },
  {
    name: 'partner-apps',
    type: 'azure-apps',
    description: 'What partner banks call',
    tags: { team: 'payments', tier: '2', region: 'eu-north' },
    workloads: [
      workload('portal-api', { as: ['partner-portal'], every: 9, after: 48, isChecked: true }),
      workload('payments-gateway', {
        as: ['partner-payments'],
        every: 10,
        after: 60,
        isChecked: true,
      }),
    ],
    foreign: [{ name: 'partner-legacy-sync', isUnresolved: true }],
  },
  {
    name: 'risk-models',
    type: 'cloud-run',
    description: 'Scores payments, and learns every night',
    tags: { team: 'risk', tier: '1', region: 'eu-west' },
    workloads: [
      workload('fraud-scoring', { every: 5, after: 16, instances: [1, 3], rollbacks: [9] }),
      workload('fraud-scoring', { as: ['feature-refresh'], every: 15, after: 30, isJob: true }),
    ],
  },
  {
    name: 'loyalty',
    type: 'ECS',
    description: 'Points for purchases; the programme has ended',
    tags: { team: 'shop', tier: '3', region: 'eu-west' },
    workloads: [
      workload('loyalty-points', {
        as: ['points'],
        every: 8,
        after: 24,
        instances: [2, 2],
        isChecked: true,
      }),
    ],
    archived: 0.56,
  },
  // Deployed twice in the 90 days, so that its scan grows old.
  {
    name: 'archive',
    type: 'server',
    description: 'Books of closed years, to look things up',
    tags: { team: 'ledger', tier: '3', region: 'on-premises' },
    workloads: [workload('ledger-api', { every: 45, after: 24, isChecked: true })],
  },
  {
    name: 'back-office',
    type: 'docker',
    description: 'What the offices read and write among themselves',
    tags: { team: 'platform', tier: '3', region: 'eu-west' },
    workloads: [],
    foreign: [{ name: 'registry.northgate.example/intranet-wiki:6.1' }],
  },
  // Empty between two campaigns.
  {
    name: 'load-test',
    type: 'docker',
    description: 'Thousands of customers who do not exist',
    tags: { team: 'platform', tier: '3', region: 'eu-west' },
    workloads: [],
    foreign: [{ name: 'docker.io/library/httpd:2.4', instances: 6, to: 0.93 }],
  },
]
