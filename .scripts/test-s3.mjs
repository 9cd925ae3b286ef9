// Runs the tests of stores of evidence against a real server of S3.
import { spawnSync } from 'node:child_process'

if (!process.env.S3_URL) {
  console.error('Set S3_URL to an empty bucket, like http://KEY:SECRET@localhost:9000/bucket')
  process.exit(1)
}
const files = ['src/server/platform/evidence-', 'src/server/own-store']
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'server', ...files], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
