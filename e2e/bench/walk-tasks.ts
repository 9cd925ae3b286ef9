import { devices } from '@playwright/test'
import type { Service } from '../service.ts'
import { browse } from './browse.ts'
import { demoOrg, viewer } from './demo.ts'
import { type Effort, walk } from './person.ts'
import { tasks } from './tasks.ts'

const { viewport, hasTouch, isMobile } = devices['iPhone 13']
const ways = [
  { way: 'by mouse', options: { viewport: { width: 1440, height: 900 } } },
  { way: 'on a phone', options: { viewport, hasTouch, isMobile } },
] as const

/** Walks all tasks from the overview, by mouse and on a phone: presses, and seconds from the first request. */
export async function walkTasks(service: Service): Promise<(Effort & { name: string })[]> {
  const efforts: (Effort & { name: string })[] = []
  for (const { way, options } of ways) {
    await browse(
      service,
      viewer,
      async (context) => {
        for (const { who, name, walk: task } of tasks) {
          const effort = await walk(context, `${service.host}/${demoOrg}`, task)
          efforts.push({ name: `${who}, ${way}: ${name}`, ...effort })
        }
      },
      options,
    )
  }
  return efforts
}
