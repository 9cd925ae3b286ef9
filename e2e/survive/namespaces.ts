import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns whether namespaces can be created; in containers they often cannot. */
function isAllowed(...options: string[]): boolean {
  return spawnSync('unshare', [...options, '--fork', 'true']).status === 0
}

const container = ['--mount', '--pid', '--ipc', '--uts']

/**
 * Returns a command that runs a service as in a container of its own: separate processes, shared
 * memory, host name and /tmp. Empty where that is not allowed, which is printed.
 */
export function asContainer(host: string): string[] {
  if (!isAllowed(...container)) {
    console.warn('Namespaces are not allowed here: both services run in one.')
    return []
  }
  const privateTmp = root.startsWith('/tmp/') ? 'true' : 'mount -t tmpfs tmpfs /tmp'
  const script = `hostname "$0" && ${privateTmp} && exec "$@"`
  return ['unshare', ...container, '--mount-proc', '--kill-child', 'sh', '-c', script, host]
}

/** Returns a command that runs a service with a small disk at a folder; null where not allowed. */
export function withSmallDisk(folder: string, megabytes: number): string[] | null {
  if (!isAllowed('--mount')) {
    console.warn('Namespaces are not allowed here: there is no small disk to fill.')
    return null
  }
  const script = `mount -t tmpfs -o size=${megabytes}m,mode=711 tmpfs "$0" && exec "$@"`
  return ['unshare', '--mount', '--fork', '--kill-child', 'sh', '-c', script, folder]
}
