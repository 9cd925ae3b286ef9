import { add, choose } from './choose.ts'
import { putPolicy } from './put-policy.ts'
import { expect, test } from './world.ts'

const head = '_schema: https://acme.example/policy/v1\nartifacts:\n'
const provenance = `${head}  provenance:\n    required: true\n`
const file = (content: string) => ({
  beside: 'payload',
  part: 'policy_file',
  name: 'policy.yml',
  content,
})
/** Unique to these tests: reports of other tests would be evidence here. */
const print = (letter: string) => `90115e${letter}`.padEnd(64, '0')

test.beforeEach(async ({ report }, { testId }) => {
  const env = `policies-${testId.slice(-8)}`
  await report('PUT', '/environments/{org}', { name: env, type: 'server' })
  await report('PUT', '/flows/{org}/template_file', { name: 'policies-flow' }, 'form')
  await report('PUT', '/trails/{org}/policies-flow', { name: 'one' }, 'form')
  await report('POST', '/artifacts/{org}/policies-flow', {
    fingerprint: print('b'),
    filename: 'built',
    git_commit: 'a'.repeat(40),
    build_url: 'https://ci.acme.example/1',
    commit_url: 'https://git.acme.example/1',
    template_reference_name: 'built',
    trail_name: 'one',
  })
  await report('PUT', `/environments/{org}/${env}/report/server`, {
    artifacts: [
      { digests: { built: print('b') }, creationTimestamp: 1_790_000_000 },
      { digests: { stray: print('c') }, creationTimestamp: 1_790_000_000 },
    ],
  })
})

test('a policy is written, corrected, attached, and detached again', async ({
  dashboard: page,
  open,
  world,
}, { testId }) => {
  const env = `policies-${testId.slice(-8)}`
  const home = `${world.host}/${world.org}`
  await open('policies?q=nothing-like-it')
  await page.getByRole('link', { name: 'New policy' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('written')
  const yaml = page.getByLabel('Draft of the policy')
  await yaml.fill(`${head}  provenance:\n    required: maybe\n`)
  const errors = page.getByRole('list', { name: 'Errors in the draft' })
  await expect(errors).toContainText('required: Say yes or no')
  await expect(errors).toContainText('line 4')
  const create = page.getByRole('button', { name: 'Create policy' })
  await expect(create).toBeDisabled()

  await yaml.fill(provenance)
  await expect(errors).toBeHidden()
  const asked = page.getByRole('checkbox', { name: 'Every artifact was reported in a flow' })
  await expect(asked).toBeChecked()
  await page.getByRole('button', { name: 'Add an attestation' }).click()
  const rule = page.getByRole('group', { name: 'Attestation 1' })
  await expect(rule.getByRole('combobox', { name: 'Type' })).toHaveText('Generic')
  await rule.getByLabel('Name').fill('review')
  await expect(yaml).toHaveValue(/name: review/)
  await rule.getByRole('button', { name: 'Remove attestation 1' }).click()
  await expect(yaml).not.toHaveValue(/review/)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('status').filter({ hasText: 'No errors' })).toBeAttached()
  await page.getByLabel('Comment').fill('To know what runs')
  await create.click()

  await page.waitForURL(`${home}/policies/written`)
  const main = page.getByRole('main')
  await expect(main).toContainText('The artifact was reported in a flow')
  await expect(main).toContainText('To know what runs')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await add(dialog, 'Environments', env)
  const effect = dialog.getByRole('region', { name: 'What changes' })
  await expect(effect.getByRole('status')).toHaveText('All 2 flip.')
  await expect(effect).toContainText('Fails: The artifact was reported in a flow (written, line 3)')
  await dialog.getByRole('button', { name: 'Attach' }).click()
  const places = page.getByRole('list', { name: 'Environments' })
  await expect(places).toContainText('1 fail')
  await expect(places).toContainText('1 pass')
  await expect(main).toContainText('Line 3 fails most: 1 of 2 artifacts.')
  await page.getByRole('button', { name: 'Page actions' }).click()
  const archive = page.getByRole('menuitem', { name: 'Archive this policy' })
  await expect(archive).toBeDisabled()
  await expect(archive).toContainText('Attached to 1 environment: detach it first')
  await page.keyboard.press('Escape')

  await open('policies')
  // The list leads there, too.
  await page
    .getByRole('row', { name: /^written/ })
    .getByRole('link', { name: '1 fail' })
    .click()
  await page.waitForURL(/running\?failing_policy=written$/)
  await expect(main).toContainText('stray')
  await expect(main).not.toContainText('Unknown for lack of a policy')
  await page.getByRole('link', { name: 'Policies', exact: true }).last().click()
  await page.getByRole('button', { name: 'Detach written' }).click()
  await expect(dialog).toContainText('every verdict becomes unknown')
  await expect(effect).toContainText(/would be\s*Unknown/)
  await dialog.getByRole('button', { name: 'Detach' }).click()
  await expect(main).toContainText('Unknown, for lack of a policy')

  await open('policies/written')
  await page.getByRole('button', { name: 'Page actions' }).click()
  await archive.click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Type the name to go on').fill('written')
  await question.getByRole('button', { name: 'Archive' }).click()
  await expect(main).toContainText('It cannot be attached.')
  await open('policies?q=written')
  await expect(main).not.toContainText('The artifact')
  await open('policies?q=written&archived=true')
  await page.getByRole('link', { name: 'written' }).click()
  await page.getByRole('button', { name: 'Make it active again' }).click()
  await expect(main).not.toContainText('It cannot be attached.')
})

test('a version that another user saved meanwhile is shown beside', async ({
  dashboard: page,
  open,
  report,
}) => {
  const put = (content: string) =>
    report('PUT', '/policies/{org}', { name: 'shared' }, file(content))
  await put(provenance)
  await open('policies/shared')
  await page.getByRole('link', { name: 'New version' }).click()
  const yaml = page.getByLabel('Draft of the policy')
  await yaml.fill(`${provenance}  trail-compliance:\n    required: true\n`)
  await put(provenance.replace('true', 'false'))
  const meanwhile = page.getByRole('region', { name: 'Version 2 was saved in the meantime' })
  await expect(meanwhile.getByRole('row', { name: /added.*trail-compliance/ })).toBeVisible()
  const save = page.getByRole('button', { name: 'Save new version' })
  await expect(save).toBeDisabled()
  await meanwhile.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByLabel('Comment').fill('Trails too')
  await save.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Nothing changes. It is not attached anywhere.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main')).toContainText('Version 3 of 3')
  await page.keyboard.press('v')
  await expect(page.getByRole('link', { name: 'Version 3', exact: true })).toBeFocused()
  await page.getByRole('link', { name: 'Compare version 1 with version 3' }).click()
  const card = page.getByRole('region', { name: 'From version 1 to version 3' })
  await expect(card.getByRole('row', { name: /added.*trail-compliance/ })).toBeVisible()
  await open('policies/shared?version=9')
  await expect(page.getByRole('main')).toContainText('This policy has no version 9.')
})

test('a change is previewed in many environments before it is made', async ({
  dashboard: page,
  open,
  report,
}, { testId }) => {
  const env = `policies-${testId.slice(-8)}`
  const group = { name: `${env}-all`, type: 'logical', included_environments: [env] }
  await report('PUT', '/environments/{org}', group)
  await report('PUT', '/policies/{org}', { name: 'tried' }, file(provenance))
  await open(`environments?name=${env}`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Attach policy' }).click()
  const dialog = page.getByRole('dialog')
  await add(dialog, 'Policies', 'tried')
  const effect = dialog.getByRole('region', { name: 'What changes' })
  await expect(effect.getByRole('status')).toHaveText('2 artifacts flip in 1 of 2 environments.')
  await dialog.getByRole('button', { name: 'Attach' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Not done in 1 of 2 environments')
  await expect(dialog.getByRole('list', { name: 'Not done' })).toContainText(/-all: .* is logical/)
  await expect(effect.getByRole('list', { name: 'By environment' })).toContainText(
    'attached already',
  )

  await dialog.getByRole('link', { name: 'All that flips' }).click()
  await page.waitForURL(/\/policies\/tried\/what-if\?/)
  await page.getByRole('radio', { name: /^The draft is saved/ }).check()
  const main = page.getByRole('main')
  await expect(main).toContainText('Change the draft above')
  await page.getByRole('button', { name: `Remove ${env}-all` }).click()
  const yaml = page.getByLabel('Draft of the policy')
  await yaml.fill(`${head}  provenance: [`)
  await expect(page.getByRole('list', { name: 'Errors in the draft' })).toContainText('line 3')
  await yaml.fill(`${head}  attestations:\n    - { type: generic, name: review }\n`)
  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer.getByRole('status')).toContainText('1 of 2 artifacts flips.')
  const flips = page.getByRole('table', { name: 'Artifacts that flip' })
  await expect(
    flips.getByRole('row', { name: /built.*Compliant.*review.*line 4.*Runs now/ }),
  ).toBeVisible()

  await page.getByRole('link', { name: 'Save it as version 2' }).click()
  await expect(yaml).toHaveValue(/name: review/)
  await page.getByRole('button', { name: 'Save new version' }).click()
  await expect(effect.getByRole('status')).toHaveText('1 of 2 artifacts flips.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(main).toContainText('Version 2 of 2')
  await page.getByRole('link', { name: 'What if' }).click()
  await page.getByRole('radio', { name: /^It is detached/ }).check()
  await expect(answer.getByRole('status')).toContainText('All 2 flip.')
  await main.getByRole('combobox', { name: 'Environments' }).fill(`${env}*`)
  await page.getByRole('option', { name: `pattern ${env}*` }).click()
  await expect(main).toContainText(`1 environment matches now: ${env}.`)
  await expect(page).toHaveURL(/name_pattern=/)
  await expect(answer.getByRole('status')).toContainText('All 2 flip.')
  await answer.getByRole('button', { name: 'Detach' }).click()
  await expect(main).toContainText('It is attached to no environment that matches')
  await main.getByRole('button', { name: `Remove pattern ${env}*` }).click()
  await expect(answer.getByRole('status')).toContainText('It is not attached anywhere')
})

test('an artifact is allowed for a reason, and then removed again', async ({
  dashboard: page,
  open,
  report,
}, { testId }) => {
  const env = `policies-${testId.slice(-8)}`
  await report('PUT', '/policies/{org}', { name: 'strict' }, file(provenance))
  await report('POST', `/environments/{org}/${env}/policies`, { policy_names: ['strict'] })
  await open(`environments/${env}/allow-list`)
  const main = page.getByRole('main')
  await expect(main).toContainText('Non-compliant')
  await page.getByRole('button', { name: 'Allow an artifact' }).click()
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByLabel('Artifact', { exact: true }), `stray, ${print('c').slice(0, 12)}`)
  const allow = dialog.getByRole('button', { name: 'Allow' })
  await expect(allow).toBeDisabled()
  await dialog.getByLabel('Reason').fill('It goes next week')
  await dialog.getByLabel('Until, UTC').fill('2040-01-31T12:00')
  await allow.click()
  const row = page.getByRole('row', { name: /stray/ })
  await expect(row).toContainText('It goes next week')
  await expect(row).toContainText('Still running')
  await expect(row).toContainText(/31 Jan 2040/)
  await expect(
    main.getByText(/^Compliant(, allow-listed| by 1 allow-list entry)$/).first(),
  ).toBeVisible()
  await row.getByRole('button', { name: 'Remove stray' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(main).toContainText('No artifact is allow-listed')
  // An empty list says whether it needs an entry, and which call makes one.
  await expect(main).toContainText('1 artifact that runs here does not comply.')
  await expect(main.locator('pre')).toContainText(`"artifact_fingerprint":"${print('c')}"`)
  await expect(main.getByText('Non-compliant', { exact: true }).first()).toBeVisible()
})

test('a policy starts from an example, or from another policy', async ({
  dashboard: page,
  open,
  report,
}) => {
  await open('policies/~new?starter=both')
  const yaml = page.getByLabel('Draft of the policy')
  await expect(yaml).toHaveValue(/provenance:[^]*name: code-review/)
  await expect(page.getByRole('main')).toContainText('What it demands')
  const exceptional = `${head}  provenance:\n    required: true\n    exceptions:\n      - if: \${{ flow == null }}\n`
  await report('PUT', '/policies/{org}', { name: 'origin' }, file(exceptional))
  await open('policies/origin')
  await expect(page.getByRole('region', { name: 'Exceptions in use' })).toContainText(
    'flow == null',
  )
  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(yaml).toHaveValue(exceptional)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('origin-copy')
})

test('what fails under a policy of several environments leads to it, where each is counted', async ({
  dashboard: page,
  open,
  world,
  report,
}, { testId }) => {
  const env = `policies-${testId.slice(-8)}`
  const name = `of-several-${testId.slice(-8)}`
  await putPolicy(world, name, '  provenance: { required: true }')
  await report('PUT', '/environments/{org}', { name: `${env}-other`, type: 'server' })
  for (const place of [env, `${env}-other`]) {
    await report('POST', `/environments/{org}/${place}/policies`, { policy_names: [name] })
  }
  // It fails the policy all the same, and is counted.
  await report('PUT', `/allowlists/{org}/${env}`, {
    artifact_fingerprint: print('c'),
    artifact_name: 'stray',
    description: 'Known',
  })
  await open(`policies?q=${name}`)
  await page
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .getByRole('link', { name: '1 fail' })
    .click()
  await page.waitForURL(`${world.host}/${world.org}/policies/${name}`)
  await page
    .getByRole('list', { name: 'Environments' })
    .getByRole('link', { name: '1 fail' })
    .click()
  await page.waitForURL(`**/running?failing_policy=${name}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(env)
  await expect(page.getByRole('main')).toContainText('1 artifact of 2')
})
