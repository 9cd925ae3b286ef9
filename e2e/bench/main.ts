import { Bench, runParts } from './bench.ts'
import { readOptions } from './options.ts'
import { pageParts } from './page-parts.ts'
import { describeMisses } from './result.ts'
import { scaleParts } from './scale-parts.ts'
import { serviceParts } from './service-parts.ts'

const parts = [...pageParts, ...serviceParts, ...scaleParts]
const names = parts.map(({ name }) => name)
const bench = new Bench(readOptions(process.argv.slice(2), names))
let failed: string[]
try {
  failed = await runParts(bench, parts)
} finally {
  await bench.close()
}
for (const line of describeMisses(bench.results)) console.log(line)
if (failed.length > 0) {
  console.error(`Parts that failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
