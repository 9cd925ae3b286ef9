import { WebSocket } from 'undici'

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  /** Node that ran at each sample, and microseconds since the sample before. */
  samples: number[]
  timeDeltas: number[]
}

/**
 * Profiles a service that was started with `--inspect`, while some work is done.
 * @returns milliseconds by file that ran, the most first; without waiting
 */
export async function profileWhile(
  port: number,
  work: () => Promise<void>,
): Promise<[file: string, time: number][]> {
  const targets = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await targets.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  const answers = new Map<number, (result: { profile: CpuProfile }) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data))
    answers.get(id)?.(result)
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const call = (method: string, params = {}) =>
    new Promise<{ profile: CpuProfile }>((resolve) => {
      const id = answers.size + 1
      answers.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
  try {
    await call('Profiler.enable')
    await call('Profiler.setSamplingInterval', { interval: 200 })
    await call('Profiler.start')
    await work()
    return timeByFile((await call('Profiler.stop')).profile)
  } finally {
    socket.close()
  }
}

function timeByFile({ nodes, samples, timeDeltas }: CpuProfile): [string, number][] {
  const files = new Map(nodes.map(({ id, callFrame }) => [id, fileOf(callFrame)]))
  const times = new Map<string, number>()
  samples.forEach((node, index) => {
    const file = files.get(node) ?? ''
    times.set(file, (times.get(file) ?? 0) + (timeDeltas[index] ?? 0) / 1_000)
  })
  times.delete('(idle)')
  return [...times].sort(([, one], [, other]) => other - one)
}

/** The package of a function, the file of the build without its hash, or what is no JavaScript. */
function fileOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): string {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (name) return name
  if (url.startsWith('node:')) return 'Node.js'
  return (
    url
      .split('/')
      .at(-1)
      ?.replace(/-[\w-]{8}\.js$/, '.js') ||
    functionName ||
    'native code'
  )
}
