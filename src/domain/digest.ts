import type { Digest } from '#contract/notification-words.ts'

const seconds: Record<Exclude<Digest, 'none'>, number> = { hourly: 3600, daily: 86_400 }

/** When a digest that gathers something at an instant is sent: at the end of its UTC hour or day. */
export function digestEnd(digest: Exclude<Digest, 'none'>, at: number): number {
  return (Math.floor(at / seconds[digest]) + 1) * seconds[digest]
}
