import { cairn, type Service } from '../service.ts'
import { delayDuring, type LoopDelay } from './event-loop.ts'
import { load, post, reportBody } from './ingest-load.ts'
import { whileWatched } from './memory.ts'

const org = 'uploads'
const user = 'bench-uploads'
const size = { writers: 8, bytes: 1_000_000 }

/** Measures the cost of large evidence for the service. */
interface UploadCosts {
  writers: number
  /** Of each file. */
  bytes: number
  /** Accepted reports each second. */
  rate: number
  /** Bytes of memory that the service has at most. */
  memory: number
  delay: LoopDelay
}

/** Uploads files of 1 MB from some writers at once. */
export async function measureUploads(service: Service, seconds: number): Promise<UploadCosts> {
  cairn(service.dataDir, 'user', 'add', user)
  cairn(service.dataDir, 'org', 'add', org, '--owner', user)
  const authorization = `Bearer ${cairn(service.dataDir, 'key', 'add', user)}`
  let [accepted, memory] = [0, 0]
  const begun = performance.now()
  const delay = await delayDuring(service, async () => {
    const watched = await whileWatched(Number(service.process.pid), async () => {
      accepted = await load(service.host, size.writers, seconds, (pool, writer, number) => {
        const path = `/api/v2/attestations/${org}/shop/trail/trail-${writer}/generic`
        return post(pool, path, reportBody(`check-${number % 10}`, size.bytes), authorization)
      })
    })
    memory = watched.most
  })
  return { ...size, rate: accepted / ((performance.now() - begun) / 1_000), memory, delay }
}
