import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { launchOptions } from '../browser.ts'
import { freePort, type Service } from '../service.ts'
import { browse } from './browse.ts'
import { demoOrg, viewer } from './demo.ts'
import { median } from './time-by-turns.ts'

const runs = 5

/** Scores of a page, 0 to 100: medians. */
interface Scores {
  performance: number
  accessibility: number
  /** The lowest and the highest of performance. */
  range: [number, number]
  /** The times that performance is made of, of the run in the middle. */
  times: string
  /**
   * Power of this processor by Lighthouse's own index: it slows every processor down four times, which
   * makes a phone of the middle range of one of 1,500 to 2,000, and a slower phone of any below.
   */
  hostIndex: number
}

/** Audits that make up the performance, and what they measure. */
const audits = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'speed-index': 'speed index',
  'total-blocking-time': 'blocked',
}

/** Scores the demo's overview as Lighthouse sees it on a slow phone, each time with an empty cache. */
export async function scoreOverview(service: Service): Promise<Scores> {
  const cookies = await browse(service, viewer, (context) => context.cookies())
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: launchOptions.executablePath,
    args: [...launchOptions.args, `--remote-debugging-port=${port}`],
  })
  const scores: Omit<Scores, 'range'>[] = []
  try {
    for (let run = 0; run < runs; run += 1) {
      const result = await lighthouse(`${service.host}/${demoOrg}`, {
        port,
        logLevel: 'error',
        onlyCategories: ['performance', 'accessibility'],
        extraHeaders: { Cookie },
      })
      const { performance, accessibility } = result?.lhr.categories ?? {}
      if (typeof performance?.score !== 'number' || typeof accessibility?.score !== 'number') {
        throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse gave no score')
      }
      scores.push({
        performance: Math.round(performance.score * 100),
        accessibility: Math.round(accessibility.score * 100),
        times: Object.entries(audits)
          .map(([id, name]) => `${name} ${result?.lhr.audits[id]?.displayValue ?? '?'}`)
          .join(', '),
        hostIndex: result?.lhr.environment.benchmarkIndex ?? Number.NaN,
      })
    }
  } finally {
    await browser.close()
  }
  const all = scores.map((one) => one.performance)
  return {
    performance: median(all),
    accessibility: median(scores.map((one) => one.accessibility)),
    range: [Math.min(...all), Math.max(...all)],
    times: scores.find((one) => one.performance === median(all))?.times ?? '',
    hostIndex: median(scores.map((one) => one.hostIndex)),
  }
}
