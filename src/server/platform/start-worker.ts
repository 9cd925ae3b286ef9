import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Runs a module of the service in a worker thread: the build has it as `name`.js beside this one,
 * development and tests run it from its source.
 */
export function startWorker(name: string, source: URL, options: WorkerOptions): Worker {
  // Modules that a thread imported from source have a query behind their names.
  if (!new URL(import.meta.url).pathname.endsWith('.ts')) {
    return new Worker(new URL(`./${name}.js`, import.meta.url), options)
  }
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'))
  const module = JSON.stringify(source)
  const code = `import(${tsx}).then(({ tsImport }) => tsImport(${module}, ${module}))`
  return new Worker(code, { ...options, eval: true })
}
