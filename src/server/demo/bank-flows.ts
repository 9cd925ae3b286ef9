import type { DemoFlow } from './flow.ts'

const image = 'registry.northgate.example/{}'

/** Flows of the bank itself. */
export const bankFlows: readonly DemoFlow[] = [
  {
    name: 'ledger-api',
    description: 'Double-entry ledger and posting',
    team: 'ledger',
    repository: 'ledger',
    tier: '1',
    trails: 44,
    version: '4.12',
    checks: 'code-review:pull_request change-ticket:jira code-quality:sonar@0.35',
    artifacts: {
      'ledger-api':
        '~unit-tests:junit integration-tests:junit contract-tests:junit container-scan:snyk image-signature:generic sbom:generic@0.62',
      'ledger-worker':
        '~unit-tests:junit container-scan:snyk image-signature:generic sbom:generic@0.62',
    },
    file: image,
    suites: {
      'unit-tests': ['posting.PostingTest', 'journal.JournalTest', 'balance.BalanceTest'],
      'integration-tests': [
        'posting.PostingIT',
        'journal.JournalIT',
        'balance.BalanceIT',
        'fx.RateFeedIT',
      ],
      'contract-tests': ['contract.PaymentsPactTest', 'contract.PortalPactTest'],
    },
    flaky: 0.05,
    unfinished: 0.02,
    troubles: [
      {
        check: 'integration-tests',
        artifact: 'ledger-api',
        from: 0.41,
        to: 0.46,
        mend: 'Wait for the rate feed before the first posting',
      },
      {
        check: 'container-scan',
        artifact: 'ledger-worker',
        from: 0.78,
        to: 0.81,
        mend: 'Move the worker to the patched base image',
      },
    ],
  },
  {
    name: 'ledger-migrations',
    description: 'Schema changes of the ledger',
    team: 'ledger',
    repository: 'ledger',
    tier: '1',
    trails: 15,
    version: '2.61',
    checks: 'code-review:pull_request change-ticket:jira backup-verified:generic',
    artifacts: { 'ledger-schema': 'dry-run:generic rollback-tests:junit' },
    file: 'ledger-schema-{}.tar.gz',
    suites: { 'rollback-tests': ['migration.RollbackIT', 'migration.LockTimeIT'] },
    flaky: 0.02,
    unfinished: 0,
  },
  {
    name: 'payments-gateway',
    description: 'Card and SEPA payments',
    team: 'payments',
    repository: 'payments',
    tier: '1',
    trails: 40,
    version: '7.3',
    checks: 'code-review:pull_request change-ticket:jira code-quality:sonar',
    artifacts: {
      'payments-gateway':
        '~unit-tests:junit contract-tests:junit performance-tests:junit container-scan:snyk dependency-scan:snyk pci-checklist:generic@0.5 sbom:generic image-signature:generic',
    },
    file: image,
    suites: {
      'unit-tests': ['card.TokenTest', 'sepa.MandateTest', 'sepa.PainFileTest', 'fee.FeeTest'],
      'contract-tests': ['contract.AcquirerPactTest', 'contract.LedgerPactTest'],
      'performance-tests': ['load.AuthorizationTest', 'load.SettlementTest'],
    },
    flaky: 0.04,
    unfinished: 0.01,
    troubles: [
      {
        check: 'contract-tests',
        artifact: 'payments-gateway',
        from: 0.2,
        to: 0.235,
        mend: "Send the acquirer's new mandatory field",
      },
    ],
  },
  {
    name: 'fraud-scoring',
    description: 'Model service and features',
    team: 'risk',
    repository: 'risk',
    tier: '1',
    trails: 32,
    version: '3.27',
    checks: 'code-review:pull_request model-approval:generic',
    artifacts: {
      'fraud-scoring':
        '~unit-tests:junit feature-tests:junit container-scan:snyk model-card:generic bias-report:generic code-quality:sonar image-signature:generic sbom:generic',
    },
    file: image,
    suites: {
      'unit-tests': ['model.ThresholdTest', 'model.CalibrationTest'],
      'feature-tests': ['features.WindowTest', 'features.VelocityTest', 'features.DeviceTest'],
    },
    flaky: 0.05,
    unfinished: 0.16,
    troubles: [
      { check: 'bias-report', from: 0.5, to: 0.55, mend: 'Weigh the sample by region again' },
      // The base image has not been updated yet.
      { check: 'container-scan', from: 0.8, to: 1, mend: '' },
    ],
  },
  {
    name: 'customer-portal',
    description: 'What customers see of their accounts',
    team: 'payments',
    repository: 'portal',
    tier: '1',
    trails: 39,
    version: '9.15',
    checks: 'code-review:pull_request change-ticket:jira code-quality:sonar',
    artifacts: {
      'portal-api': '~unit-tests:junit container-scan:snyk sbom:generic image-signature:generic',
      'portal-web':
        '~unit-tests:junit accessibility:generic@0.55 dependency-scan:snyk license-check:generic sbom:generic',
    },
    file: image,
    suites: {
      'unit-tests': ['account.OverviewTest', 'statement.DownloadTest', 'consent.ConsentTest'],
    },
    flaky: 0.03,
    unfinished: 0.01,
    troubles: [
      {
        check: 'unit-tests',
        artifact: 'portal-api',
        from: 0.66,
        to: 0.69,
        mend: 'Ask for consent again after ninety days, not eighty-nine',
      },
    ],
  },
  {
    name: 'notifications',
    description: 'Mail, push and letters to customers',
    team: 'payments',
    repository: 'portal',
    tier: '2',
    trails: 27,
    version: '1.88',
    checks: 'code-review:pull_request change-ticket:jira',
    artifacts: {
      notifications:
        '~unit-tests:junit ~template-tests:junit container-scan:snyk sbom:generic image-signature:generic code-quality:sonar',
    },
    file: image,
    suites: {
      'unit-tests': ['mail.BounceTest', 'push.QuietHoursTest'],
      'template-tests': ['template.LocaleTest', 'template.LetterTest'],
    },
    flaky: 0.02,
    unfinished: 0.02,
  },
  {
    name: 'statements-batch',
    description: 'Statements, once a month',
    team: 'ledger',
    repository: 'batch',
    tier: '2',
    trails: 13,
    version: '14.2',
    checks: '',
    artifacts: {
      'statements-batch': 'unit-tests:junit security-scan:snyk release-approval:generic',
    },
    file: 'statements-batch-{}.jar',
    suites: { 'unit-tests': ['statement.RenderTest', 'statement.ArchiveTest'] },
    flaky: 0.02,
    unfinished: 0.04,
    legacy: true,
  },
]
