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

/** Writes a PDF of two pages with a word on each and a script that would run on opening. */
function writePdf() {
  const page = (contents: number) =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents ${contents} 0 R/Resources<</Font<</F 7 0 R>>>>>>`
  const text = (word: string) => {
    const stream = `BT /F 24 Tf 40 100 Td (${word}) Tj ET 0.8 0.1 0.1 rg 40 40 220 20 re f`
    return `<</Length ${stream.length}>>stream\n${stream}\nendstream`
  }
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(this.ran = 1; app.alert(1))>>>>',
    '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    page(5),
    page(6),
    text('Reviewed by Ada'),
    text('Signed by Grace'),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let file = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj${object}endobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return `${file}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`
}

test('evidence of any type is shown beside its attestation, and downloaded', async ({
  dashboard: page,
  open,
  world,
  report,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-evidence-'))
  await report('PUT', '/flows/{org}', { name: 'evidence-flow' })
  /** Attests with a file, and opens its preview. */
  const preview = async (name: string, fileName: string, content: Buffer | string) => {
    const form = new FormData()
    form.set('data_json', JSON.stringify({ attestation_name: name }))
    form.set('attachment_file', new Blob([new Uint8Array(Buffer.from(content))]), fileName)
    const path = `attestations/${world.org}/evidence-flow/trail/run/generic`
    const headers = { authorization: `Bearer ${world.key}` }
    const init = { method: 'POST', headers, body: form }
    const id = await (await fetch(`${world.host}/api/v2/${path}`, init)).json()
    // The drawer keeps a preview open while another attestation takes its place.
    await open('flows/evidence-flow/trails/run')
    await open(`flows/evidence-flow/trails/run?attestation_id=${id}`)
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
  expect(await violationsOf(page, '[role=complementary]')).toEqual([])
  const image = await preview('photo', 'photo.txt', picture)
  const shown = image.getByRole('img', { name: 'Preview of photo.txt' })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1)
  const broken = await preview('torn', 'torn.pdf', '%PDF-1.7\n%%EOF')
  await expect(broken.getByText('This is no PDF that can be read')).toBeVisible()
  const pdf = await preview('paper', 'paper.pdf', writePdf())
  const drawn = pdf.getByRole('img', { name: 'Page 1 of 2' })
  await expect(drawn).toBeVisible()
  const inks = (canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    return new Set(Array.from({ length: data.length / 4 }, (_, n) => data[n * 4])).size
  }
  await expect.poll(() => drawn.evaluate(inks)).toBeGreaterThan(2)
  await pdf.getByText('Words on this page').click()
  await expect(pdf.getByText('Reviewed by Ada')).toBeVisible()
  await pdf.getByRole('button', { name: 'Next page' }).click()
  await expect(pdf.getByRole('img', { name: 'Page 2 of 2' })).toBeVisible()
  expect(await violationsOf(page, '[role=complementary]')).toEqual([])
  await writeFile(join(folder, 'one.log'), 'x'.repeat(1_500))
  const packed = execFileSync('tar', ['-czf', '-', '-C', folder, 'one.log'])
  const archive = await preview('logs', 'evidence.tgz', packed)
  await expect(archive.getByRole('row', { name: 'one.log 1.5 kB' })).toBeVisible()

  // The audit package of the attestation, and that of its trail.
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
  expect(whole.split('\n').filter((path) => path.startsWith('evidence/'))).toHaveLength(6)
  await rm(folder, { recursive: true })
})
