// Builds the dashboard and the service into dist/, when a source is newer than the last build.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const stamp = 'dist/built'
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']

/** Packages that the service loads as they are installed: where they are at all, or with other files. */
const unbundled = [
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
  'jq-wasm',
  'pg-native',
]

const newestSource = () =>
  Math.max(
    ...sources
      .flatMap((source) =>
        statSync(source, { throwIfNoEntry: false })?.isDirectory()
          ? readdirSync(source, { recursive: true }).map((name) => `${source}/${name}`)
          : [source],
      )
      .map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  )

const builtFrom = () => {
  try {
    return Number(readFileSync(stamp, 'utf8'))
  } catch {
    return 0
  }
}

/** Compresses what browsers load once, so that no request has to. */
function compressAssets(folder) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css)$/.test(name)) continue
    const content = readFileSync(`${folder}/${name}`)
    writeFileSync(`${folder}/${name}.br`, brotliCompressSync(content))
    writeFileSync(`${folder}/${name}.gz`, gzipSync(content, { level: 9 }))
  }
}

/** The bundler; where only runtime dependencies are installed, what was built before is what runs. */
async function findBundler() {
  try {
    return await import('vite')
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !existsSync('dist/server/main.js')) throw error
    console.log('The tools that build are not installed: running what was built before')
    return null
  }
}

const isNeeded = process.argv.includes('--force') || newestSource() > builtFrom()
const bundler = isNeeded ? await findBundler() : null
if (bundler) {
  const { build } = bundler
  console.log('Building dashboard and service')
  const started = Date.now()
  rmSync(stamp, { force: true })
  await build({ logLevel: 'warn' })
  compressAssets('dist/web/assets')
  await build({
    configFile: false,
    logLevel: 'warn',
    // A package has up to hundreds of files, which every start of a service or a command would look for.
    ssr: { noExternal: true, external: unbundled },
    build: {
      ssr: true,
      license: { fileName: 'licenses.md' },
      copyPublicDir: false,
      target: 'node20',
      outDir: 'dist/server',
      rolldownOptions: {
        input: {
          main: 'src/server/main.ts',
          cairn: 'src/server/cli/cairn.ts',
          'demo-lanes': 'src/server/demo/replay-worker.ts',
          'sandbox-worker': 'src/server/sandbox/worker.ts',
        },
        // Threads find their modules beside whatever starts them.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  // The router's plugin writes its route tree while building: what counts is the tree after that.
  writeFileSync(stamp, String(newestSource()))
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}
