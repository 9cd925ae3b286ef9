import { artifactReport } from './artifact-report.ts'
import { putPolicy } from './put-policy.ts'
import { expect, reportTo, test } from './world.ts'

const good = 'd1'.repeat(32)
const bad = 'd2'.repeat(32)
const commit = 'cd'.repeat(20)

test.beforeAll(async ({ service }) => {
  const report = reportTo(service)
  for (const name of ['deploy-prod', 'deploy-free']) {
    await report('PUT', '/environments/{org}', { name, type: 'server' })
  }
  for (const [name, fingerprint] of [
    ['deploy-good', good],
    ['deploy-bad', bad],
  ] as const) {
    await report(
      'POST',
      '/artifacts/{org}/deploy-flow',
      artifactReport({
        fingerprint,
        filename: name,
        git_commit: commit,
        trail_name: name,
        template_reference_name: 'app',
      }),
    )
  }
  await report(
    'POST',
    '/attestations/{org}/deploy-flow/trail/deploy-good/generic',
    { attestation_name: 'scan', is_compliant: true, artifact_fingerprint: good },
    'form',
  )
  await putPolicy(service, 'deploy-rules', '  attestations: [{ type: generic, name: scan }]')
  const policy_names = ['deploy-rules']
  await report('POST', '/environments/{org}/deploy-prod/policies', { policy_names })
  await report('PUT', '/environments/{org}/deploy-free/report/server', {
    artifacts: [
      { digests: { 'deploy-good': good, 'deploy-bad': bad }, creationTimestamp: 1_700_000_000 },
    ],
  })
})

test('from an environment: a build is chosen, evaluated, fixed and checked again', async ({
  dashboard: page,
  open,
  report,
}) => {
  await open('environments/deploy-prod')
  await page.getByRole('link', { name: 'Can I deploy here?' }).click()
  await page.getByRole('combobox', { name: 'What' }).fill('deploy-ba')
  await page.getByRole('option', { name: /^deploy-bad/ }).click()
  const answer = page.getByRole('status').filter({ hasText: 'deploy-bad' })
  await expect(answer).toHaveText('No. deploy-bad would not comply in deploy-prod.')
  await page
    .getByRole('link', { name: /Why is deploy-bad non-compliant/ })
    .last()
    .click()
  const panel = page.getByRole('complementary', { name: /Why is deploy-bad non-compliant/ })
  await expect(panel).toContainText('No attestation named scan of type Generic')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  const causes = page.getByRole('region', { name: 'What stops it' })
  await expect(causes).toContainText(
    'No scan has been reportedLooked in deploy-bad of deploy-flow.',
  )
  await expect(causes.getByRole('link', { name: /^deploy-rules v1, line/ })).toBeVisible()
  const places = page.getByRole('region', { name: 'Where it may go' })
  await expect(places.getByRole('listitem').filter({ hasText: 'deploy-prod' })).toContainText(
    'No, 1 cause',
  )
  await expect(page.getByRole('region', { name: 'For a pipeline' }).locator('pre')).toContainText(
    'kosli assert artifact',
  )
  await expect(causes.getByRole('region', { name: 'Smallest fix' }).locator('pre')).toContainText(
    'kosli attest generic',
  )
  await report(
    'POST',
    '/attestations/{org}/deploy-flow/trail/deploy-bad/generic',
    { attestation_name: 'scan', is_compliant: true, artifact_fingerprint: bad },
    'form',
  )
  await page.keyboard.press('r')
  await expect(page.getByText('Yes. deploy-bad would comply in deploy-prod.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'What passes' })).toContainText(
    'scan must be compliant',
  )
  await report(
    'POST',
    '/attestations/{org}/deploy-flow/trail/deploy-bad/generic',
    { attestation_name: 'scan', is_compliant: false, artifact_fingerprint: bad },
    'form',
  )
})

test('the URL is the query, including whole snapshots and invalid environments', async ({
  dashboard: page,
  open,
}) => {
  const where = 'environment=deploy-prod&environment=deploy-free&environment=deploy-none'
  await open(`can-i-deploy?snapshot=deploy-free&${where}`)
  await expect(
    page.getByText('No. 1 of 2 artifacts would not comply in deploy-prod.'),
  ).toBeVisible()
  const table = page.getByRole('table', { name: 'Artifacts by environments' })
  await expect(table.getByRole('row').nth(1)).toContainText(/deploy-bad.*Non-compliant.*Unknown/)
  await expect(table.getByRole('row').nth(2)).toContainText(/deploy-good.*Compliant.*Unknown/)
  await expect(table).toContainText("Environment named 'deploy-none' does not exist")
  await open(`can-i-deploy?fingerprint=${good}&environment=deploy-free`)
  await expect(page.getByText(/nothing would stop it, nothing verifies it/)).toBeVisible()
})

test('artifacts are found by prefix, and unreported ones show how to report them', async ({
  dashboard: page,
  open,
}) => {
  await open(`can-i-deploy?fingerprint=${good.slice(0, 9)}&environment=deploy-prod`)
  await expect(page.getByText('Yes. deploy-good would comply in deploy-prod.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`fingerprint=${good}`))
  await open('can-i-deploy?fingerprint=Deploy-Goo&environment=deploy-prod')
  await page.waitForURL(new RegExp(`fingerprint=${good}`))
  await open(`can-i-deploy?fingerprint=${'d3'.repeat(32)}&environment=deploy-prod`)
  const unknown = page.getByRole('region', { name: 'Unknown artifact' })
  await expect(unknown.locator('pre')).toContainText('d3'.repeat(32))
  await open('can-i-deploy')
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeDisabled()
  const lately = page.getByRole('region', { name: 'Asked lately' })
  const asked = lately.getByRole('row').filter({ hasText: 'deploy-good to deploy-prod' })
  await expect(asked).toContainText('Yes')
  await asked.getByRole('link').click()
  await expect(page.getByText('Yes. deploy-good would comply in deploy-prod.')).toBeVisible()
  await page.goBack()
  const built = page.getByRole('region', { name: 'Built lately' })
  await built.getByRole('button', { name: 'Choose deploy-good' }).click()
  await page.getByRole('combobox', { name: 'Where' }).fill('deploy-pr')
  await page.getByRole('option', { name: /^deploy-prod/ }).click()
  await expect(page.getByText('Yes. deploy-good would comply in deploy-prod.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove deploy-good' }).click()
  await page.getByRole('combobox', { name: 'What' }).fill('deploy-free')
  await page.getByRole('option', { name: /^All of deploy-free/ }).click()
  await page.waitForURL(/snapshot=deploy-free/)
  await expect(
    page.getByText('No. 1 of 2 artifacts would not comply in deploy-prod.'),
  ).toBeVisible()
})

test('on a phone the answer comes first, and its question is one line that can be changed', async ({
  signedIn: page,
  world,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(
    `${world.host}/${world.org}/can-i-deploy?fingerprint=${good}&environment=deploy-prod&environment=absent-on-a-phone`,
  )
  const question = page.getByRole('region', { name: 'Question' })
  await expect(question).toContainText('deploy-good to deploy-prod')
  // Below, a list: nothing of an environment is cut at the edge.
  const answers = page.getByRole('table', { name: 'Artifacts by environments' })
  await expect(answers.getByText('absent-on-a-phone').last()).toBeVisible()
  expect(
    await answers.evaluate(
      ({ scrollWidth, parentElement }) => scrollWidth - parentElement!.clientWidth,
    ),
  ).toBe(0)
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await question.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('combobox', { name: 'What' })).toBeVisible()
})
