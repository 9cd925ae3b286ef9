import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './world.ts'

const template = `version: 1
trail:
  attestations: [{ name: review, type: generic }]
`
const fingerprint = '5e'.repeat(32)

test.beforeEach(async ({ dashboard }) => {
  await dashboard.context().grantPermissions(['clipboard-read', 'clipboard-write'])
})

/** Exports the page's list as JSON. */
async function take(page: Page) {
  await page.getByRole('button', { name: 'Page actions' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export all rows as JSON', exact: true }).click()
  const file = await download
  return JSON.parse(await readFile(await file.path(), 'utf8'))
}

/** Runs the copied call of the page and returns the response. */
async function runCopiedCall(page: Page, key: string) {
  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy as curl' }).click()
  await expect(page.getByText('Call copied')).toBeAttached()
  const call = await page.evaluate(() => navigator.clipboard.readText())
  const url = /curl '([^']+)'/.exec(call)?.[1] ?? ''
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  expect(answer.status).toBe(200)
  return { url, body: (await answer.json()) as Record<string, never> }
}

for (const state of ['active', 'archived'] as const) {
  test(`exports the lists of a flow that is ${state}, and copies their calls`, async ({
    dashboard: page,
    open,
    world,
    report,
  }) => {
    const flow = `takes-${state}`
    const file = { part: 'template_file', name: 'template.yml', content: template }
    await report('PUT', '/flows/{org}/template_file', { name: flow }, file)
    for (const name of ['run-1', 'run-2']) {
      await report('PUT', `/trails/{org}/${flow}`, { name }, 'form')
      const review = { attestation_name: 'review', is_compliant: name === 'run-1' }
      await report('POST', `/attestations/{org}/${flow}/trail/${name}/generic`, review, 'form')
    }
    await report('POST', `/artifacts/{org}/${flow}`, {
      fingerprint,
      filename: 'app.tar',
      git_commit: '0'.repeat(40),
      build_url: 'https://ci.example.com/1',
      commit_url: 'https://git.example.com/0',
      trail_name: 'run-1',
    })
    if (state === 'archived') await report('PUT', `/flows/{org}/${flow}/archive`, {})
    const main = page.getByRole('main')
    const view = { archived: 'include' }

    for (const tab of ['trails', 'matrix', 'artifacts']) {
      await open(`flows/${flow}/${tab}?range=7d`)
      const { rows, scope } = await take(page)
      expect(rows, tab).toHaveLength(tab === 'artifacts' ? 1 : 2)
      expect(scope.list).toBe(tab)
      expect(scope.filter, tab).toMatchObject({ from_timestamp: expect.any(Number), ...view })
      const { url, body } = await runCopiedCall(page, world.key)
      expect(new URL(url).searchParams.get('archived'), tab).toBe('include')
      expect(body['data'], tab).toHaveLength(rows.length)
    }

    await open(`flows/${flow}/attestations?verdict=non-compliant`)
    await expect(main.getByRole('link', { name: 'run-2', exact: true })).toBeVisible()
    const { rows, scope } = await take(page)
    expect(rows).toMatchObject([{ trail_name: 'run-2', reported_is_compliant: false }])
    const evidence = { record_type: 'evidence', reported_is_compliant: false }
    expect(scope.filter).toEqual({ flow_name: flow, ...evidence, ...view })
    expect((await runCopiedCall(page, world.key)).body['data']).toMatchObject(rows)

    await open(`flows/${flow}/template`)
    const versions = (await runCopiedCall(page, world.key)).body['data']
    expect(versions).toMatchObject([{ version: 1, content: template }])

    await open(`flows/${flow}/artifacts/${fingerprint}`)
    const { body } = await runCopiedCall(page, world.key)
    expect(body['artifact']).toMatchObject({ fingerprint, flow_name: flow })
    await page.getByRole('button', { name: 'Page actions' }).click()
    await expect(page.getByRole('menuitem', { name: /^Export/ })).toHaveCount(0)
    const raw = page.waitForEvent('popup')
    await page.getByRole('menuitem', { name: 'Raw JSON' }).click()
    await expect((await raw).locator('body')).toContainText('"filename":"app.tar"')

    const query = state === 'archived' ? 'archived=true&' : ''
    await open(`flows?${query}name=${flow}`)
    expect((await take(page)).rows).toMatchObject([{ name: flow }])
    expect((await runCopiedCall(page, world.key)).body['data']).toMatchObject([{ name: flow }])
  })
}
