import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { violationsOf } from './axe.ts'
import { expect, test } from './world.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const hostile = '<svg xmlns="http://www.w3.org/2000/svg"><script>window.top.ran = 1</script></svg>'

test('evidence is read beside its attestation, whatever it holds, and taken away', async ({
  signedIn: page,
  world,
  report,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-evidence-'))
  await report('PUT', '/flows/{org}', { name: 'evidence-flow' })
  /** Attests with a file, and opens what the dashboard makes of it. */
  const preview = async (name: string, fileName: string, content: Buffer | string) => {
    const form = new FormData()
    form.set('data_json', JSON.stringify({ attestation_name: name }))
    form.set('attachment_file', new Blob([new Uint8Array(Buffer.from(content))]), fileName)
    const path = `attestations/${world.org}/evidence-flow/trail/run/generic`
    const headers = { authorization: `Bearer ${world.key}` }
    const init = { method: 'POST', headers, body: form }
    const id = await (await fetch(`${world.host}/api/v2/${path}`, init)).json()
    await page.goto(
      `${world.host}/${world.org}/flows/evidence-flow/trails/run?attestation_id=${id}`,
    )
    const drawer = page.getByRole('complementary', { name })
    await drawer.getByText('Preview', { exact: true }).click()
    return drawer
  }

  const json = await preview('fields', 'picture.png', '{"tool":"scanner","findings":[{"id":7}]}')
  await json.getByRole('searchbox', { name: 'Search the file' }).fill('findings')
  await expect(json.getByText('findings')).toBeVisible()
  const svg = await preview('drawing', 'drawing.png', hostile)
  await expect(svg.getByText('window.top.ran = 1')).toBeVisible()
  await expect(svg.getByText('nothing of it is run')).toBeVisible()
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(await violationsOf(page, 'aside')).toEqual([])
  const image = await preview('photo', 'photo.txt', picture)
  const shown = image.getByRole('img', { name: 'Preview of photo.txt' })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1)
  const pdf = await preview('paper', 'paper.pdf', '%PDF-1.7\n')
  await expect(pdf.getByText('A PDF is not opened beside your session')).toBeVisible()
  await writeFile(join(folder, 'one.log'), 'x'.repeat(1_500))
  const packed = execFileSync('tar', ['-czf', '-', '-C', folder, 'one.log'])
  const archive = await preview('logs', 'evidence.tgz', packed)
  await expect(archive.getByRole('row', { name: 'one.log 1.5 kB' })).toBeVisible()

  // The package of the attestation, and that of its trail.
  const content = async (press: () => Promise<void>) => {
    const starting = page.waitForEvent('download')
    await press()
    const download = await starting
    expect(download.suggestedFilename()).toMatch(/^acme-evidence-flow-run-.*\.tar\.gz$/)
    return execFileSync('tar', ['-tzf', await download.path()], { encoding: 'utf8' })
  }
  const own = await content(() => archive.getByRole('link', { name: 'Audit package' }).click())
  expect(own).toMatch(/^attestations\/\S+\.json\nevidence\/\S+\/evidence.tgz\nmanifest.json\n$/)
  await page.getByRole('button', { name: 'Page actions' }).click()
  const whole = await content(() => page.getByRole('menuitem', { name: 'Audit package' }).click())
  expect(whole.split('\n').filter((path) => path.startsWith('evidence/'))).toHaveLength(5)
  await rm(folder, { recursive: true })
})
