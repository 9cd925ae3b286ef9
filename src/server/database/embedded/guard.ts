import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { hasUnixSockets } from './platform.ts'

/**
 * Renews the lock ($1) as long as the server ($2) runs, also while the service is too busy to; ends
 * the server when the lock has another holder, and when the service has ended, which closes the pipe.
 */
const SCRIPT = `
trap '' HUP INT TERM
exec 3<&0
{ cat <&3 > /dev/null; kill -INT "$2"; sleep 60; kill -KILL "$2" $$; } &
pipe=$!
while kill -0 "$2"; do
  if [ ! -e "$1" ]; then kill -QUIT "$2"; break; fi
  touch -c "$1"
  sleep 1
done
kill -KILL "$pipe"`

/**
 * Starts a process that ties a server to its service and to the lock of the data folder, and starts
 * it again if somebody ends it. Gives the function that ends it.
 */
export function guardServer(lockFile: string, serverPid: number): () => void {
  // Where there is no shell, the service alone renews its lock.
  if (!hasUnixSockets) return () => undefined
  let pid: number | undefined
  let isOver = false
  const start = () => {
    if (isOver) return
    const guard = spawn('/bin/sh', ['-c', SCRIPT, 'cairn-guard', lockFile, String(serverPid)], {
      // in a group of its own, which a terminal's Ctrl-C does not reach
      detached: true,
      cwd: '/',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    pid = guard.pid
    guard.unref()
    if (guard.stdin instanceof Socket) guard.stdin.unref()
    guard.stdin.on('error', () => undefined)
    guard.on('error', () => undefined)
    guard.once('exit', () => void setTimeout(start, 1_000).unref())
  }
  start()
  return () => {
    isOver = true
    try {
      if (pid) process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended by itself, together with the server.
    }
  }
}
