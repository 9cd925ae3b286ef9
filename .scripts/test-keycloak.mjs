// Runs the journeys of single sign-on against a real Keycloak.
import { spawnSync } from 'node:child_process'

if (!process.env.KEYCLOAK_HOME) {
  console.error(
    'Set KEYCLOAK_HOME to the folder of a Keycloak 26, unpacked; it needs Java 17 or newer',
  )
  process.exit(1)
}
const run = (...command) => {
  const [program, ...args] = command
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
run('node', '.scripts/build.mjs')
run('npx', 'playwright', 'test', '-c', 'e2e/playwright.config.ts', '--project', 'keycloak')
