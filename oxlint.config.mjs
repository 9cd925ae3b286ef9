import { importRules } from './.scripts/import-rules.mjs'

/** Rules of the categories below that refuse what we write on purpose. */
const off = [
  'no-useless-escape',
  'no-shadow',
  'no-underscore-dangle',
  'no-await-in-loop',
  'no-control-regex',
  'react/react-in-jsx-scope',
  'import/no-unassigned-import',
  'import/no-named-as-default-member',
  'jsx-a11y/no-redundant-roles',
  'jsx-a11y/no-interactive-element-to-noninteractive-role',
  'jsx-a11y/prefer-tag-over-role',
  'unicorn/prefer-add-event-listener',
  'unicorn/require-post-message-target-origin',
  'unicorn/no-array-sort',
  'unicorn/no-useless-spread',
  'unicorn/no-array-reverse',
  'typescript/consistent-return',
  'typescript/no-base-to-string',
  'typescript/no-generated-empty-object-type',
  'typescript/no-meaningless-void-operator',
  'typescript/no-misused-spread',
  'typescript/no-unnecessary-boolean-literal-compare',
  'typescript/no-unnecessary-template-expression',
  'typescript/no-unnecessary-type-arguments',
  'typescript/no-unnecessary-type-assertion',
  'typescript/no-unnecessary-type-conversion',
  'typescript/no-unnecessary-type-parameters',
  'typescript/no-unsafe-type-assertion',
  'typescript/no-useless-default-assignment',
  'typescript/require-array-sort-compare',
  'typescript/restrict-template-expressions',
  'typescript/unbound-method',
]

export default {
  plugins: ['typescript', 'react', 'import', 'unicorn', 'jsx-a11y', 'node'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist', 'data', 'src/web/routeTree.gen.ts'],
  rules: {
    ...Object.fromEntries(off.map((rule) => [rule, 'off'])),
    'no-unused-vars': [
      'error',
      { ignoreRestSiblings: true, argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
    ],
    'import/no-cycle': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-explicit-any': 'error',
    'node/no-process-env': 'error',
    'no-restricted-globals': [
      'error',
      {
        name: 'fetch',
        message: 'Only web/api, web/connection and the notification targets fetch.',
      },
    ],
  },
  overrides: [
    ...importRules,
    {
      files: ['src/**/*.test.{ts,tsx}', 'e2e/**'],
      rules: { 'unicorn/consistent-function-scoping': 'off' },
    },
    {
      files: [
        'src/server/platform/config.ts',
        'src/server/platform/config-warnings.ts',
        'src/server/testing/fuzz-effort.ts',
        'src/server/testing/evidence-stores.ts',
        'src/server/testing/global-database.ts',
        'src/server/testing/nodes.ts',
        'e2e/**',
        '.scripts/**',
        'vitest.config.ts',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: ['src/web/api/**', 'src/web/connection/**', 'e2e/**'],
      rules: { 'no-restricted-globals': 'off' },
    },
  ],
}
