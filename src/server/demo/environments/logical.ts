/** Logical environments. */
export const logicalEnvironments = [
  {
    name: 'production',
    type: 'logical',
    description: 'Everything that customers depend on',
    tags: { team: 'platform', tier: '1' },
    included_environments: [
      'production-eu',
      'production-us',
      'messaging',
      'shop-assets',
      'ledger-functions',
      'risk-models',
    ],
  },
  {
    name: 'payments-estate',
    type: 'logical',
    description: 'Where payments run, at home and at partners',
    tags: { team: 'payments', tier: '1' },
    included_environments: ['production-eu', 'production-us', 'partner-apps'],
  },
] as const
