// Runs the service with reload and the dashboard's development server side by side.
import { spawn } from 'node:child_process'

const commands = [
  ['tsx', 'watch', 'src/server/main.ts', ...process.argv.slice(2)],
  ['vite', '--clearScreen=false'],
]
const children = commands.map(([command, ...args]) =>
  spawn(`node_modules/.bin/${command}`, args, { stdio: 'inherit' }),
)
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill()
    process.exitCode ??= code ?? 0
  })
}
