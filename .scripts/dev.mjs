// Runs the service with reload and the dashboard's development server side by side.
import { spawn } from 'node:child_process'

const commands = [
  ['tsx', 'watch', 'src/server/main.ts', ...process.argv.slice(2)],
  ['vite', '--clearScreen=false'],
]
// Answers are checked against the contract, and links lead to the development server.
const env = { CAIRN_BASE_URL: 'http://localhost:5173', ...process.env, NODE_ENV: 'development' }
const children = commands.map(([command, ...args]) =>
  spawn(`node_modules/.bin/${command}`, args, { stdio: 'inherit', env }),
)
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill()
    process.exitCode ??= code ?? 0
  })
}
