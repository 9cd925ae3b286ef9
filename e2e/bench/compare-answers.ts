import autocannon from 'autocannon'
import { processorTime } from './processor-time.ts'

/** How requests are answered. */
export interface Answers {
  /** Requests per second. */
  rate: number
  /** Milliseconds of processor time of one, those of the database included. */
  time: number
}

/** Where the same is asked of two servers, and what with. */
interface Compared {
  service: string
  peer: string
  headers: Record<string, string>
  /** Status of every answer. */
  status: number
  /** Processes of both; only the one that is asked does anything. */
  pids: readonly number[]
}

/** Compares the answers of the service to those of a peer, in rounds by turns. */
export async function compareAnswers(
  { service, peer, headers, status, pids }: Compared,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<{ service: Answers; peer: Answers }> {
  const measure = async (url: string): Promise<Answers> => {
    const before = processorTime([...pids])
    const result = await autocannon({ url, headers, connections: 16, duration: seconds })
    const { requests, errors, statusCodeStats } = result
    if (errors > 0 || Object.keys(statusCodeStats ?? {}).join() !== `${status}`)
      throw new Error(`${url} answered with errors`)
    const time = (processorTime([...pids]) - before) / requests.total
    return { rate: requests.average, time }
  }
  const results = { service: [] as Answers[], peer: [] as Answers[] }
  for (let round = 0; round < rounds; round += 1) {
    results.peer.push(await measure(peer))
    results.service.push(await measure(service))
  }
  return { service: best(results.service), peer: best(results.peer) }
}

const best = (all: readonly Answers[]): Answers => ({
  rate: Math.max(...all.map(({ rate }) => rate)),
  time: Math.min(...all.map(({ time }) => time)),
})
