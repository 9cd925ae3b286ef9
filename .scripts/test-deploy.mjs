// Lints, builds and runs what stands in .deploy, with those tools that are installed.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), 'cairn-deploy-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Runs a command. @returns its output @throws what it printed, if it failed */
function run(tool, args, env = {}) {
  const { status, stdout, stderr, error } = spawnSync(tool, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')}\n${error ?? stdout + stderr}`)
  return stdout + stderr
}

const chart = '.deploy/helm/cairn'
const own = 'database.existingSecret=database,secret.existingSecret=secret'
const many = `${own},replicas=2,worker.replicas=1`
/** Values of the chart: by what they stand for those that it takes, by its reason those that it refuses. */
const taken = [
  ['one process', 'replicas=1'],
  ['a shared volume', `${own},replicas=3,persistence.accessModes={ReadWriteMany}`],
  ['a bucket and an ingress', `${many},evidence.url=s3://b,trustedProxies=10.0.0.0/8`],
]
const refused = [
  ['need database.existingSecret', 'replicas=2'],
  ['need database.existingSecret', 'worker.replicas=1'],
  ['need secret.existingSecret', 'database.existingSecret=database,replicas=2'],
  ['share evidence', many],
]

function lintChart() {
  run('helm', ['lint', '--strict', chart])
  const everything = 'ingress.enabled=true,ingress.tlsSecret=tls,metrics.podMonitor=true'
  for (const [, values] of taken)
    run('helm', ['template', 'release', chart, '--set', `${values},${everything}`])
  for (const [reason, values] of refused) {
    const args = ['template', 'release', chart, '--set', values]
    const { stderr } = spawnSync('helm', args, { encoding: 'utf8' })
    if (!stderr.includes(reason))
      throw new Error(`The chart does not refuse ${values}: ${reason}\n${stderr}`)
  }
  return `lint and ${taken.length} sets of values, ${refused.length} are refused`
}

function checkNginx() {
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')]
  const subject = ['-subj', '/CN=cairn.example.com', '-days', '1']
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate]
  run('openssl', ['req', '-x509', ...made, ...subject])
  const server = readFileSync('.deploy/nginx.conf', 'utf8')
    .replace('/etc/ssl/cairn.crt', certificate)
    .replace('/etc/ssl/cairn.key', key)
  const file = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const http = ['access_log off;', ...temporary, server].join('\n')
  writeFileSync(file, `pid ${folder}/pid;\nevents {}\nhttp {\n${http}\n}\n`)
  run('nginx', ['-t', '-p', folder, '-c', file])
  run('node', ['.scripts/build.mjs'])
  const test = ['vitest', 'run', '--project', 'process', 'e2e/roles.test.ts']
  const [tests] = /\d+ passed(?= \(\d+\)\n.*Start)/.exec(
    run('npx', test, { PROXY: 'nginx', NO_COLOR: '1' }),
  ) ?? ['']
  return `nginx -t, and two web processes and a worker behind it: ${tests}`
}

function checkUnit() {
  const unit = join(folder, 'cairn.service')
  copyFileSync('.deploy/cairn.service', unit)
  const said = run('systemd-analyze', ['verify', unit])
  if (said.includes(unit)) throw new Error(said)
  return 'systemd-analyze verify'
}

function checkRules() {
  return /SUCCESS: (\d+ rules)/.exec(
    run('promtool', ['check', 'rules', '.deploy/prometheus/alerts.yaml']),
  )[1]
}

function checkCompose() {
  const secret = 'x'.repeat(32)
  const env = { CAIRN_SECRET: secret, POSTGRES_PASSWORD: secret, TLS_CERT: folder, TLS_KEY: folder }
  for (const file of ['compose.yaml', 'compose.several.yaml'])
    run('docker', ['compose', '-f', `.deploy/${file}`, 'config', '-q'], {
      ...{ ...env, CAIRN_BASE_URL: 'https://cairn.example.com' },
    })
  return 'docker compose config'
}

/** Waits in the container until the service is ready, runs a command beside it, and ends it. */
const inContainer = `
node dist/server/main.js & service=$!
for second in $(seq 120); do
  sleep 1
  node -e 'fetch("http://127.0.0.1:8080/ready").then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))' && break
done
id -u && cairn --version && cairn user list && kill $service && wait $service`

/** Builds the image, from NODE_IMAGE where that is set, and runs the service in it. */
function runImage(engine) {
  const base = process.env.NODE_IMAGE
  const given = base ? ['--build-arg', `NODE_IMAGE=${base}`] : []
  const built = [...given, '-f', '.deploy/Dockerfile', '-t', `cairn:${version}`, '.']
  const command = ['sh', '-c', inContainer]
  let said
  if (engine === 'buildah') {
    run(engine, ['build', '--format', 'docker', ...built])
    const container = run(engine, ['from', `cairn:${version}`]).trim()
    try {
      said = run(engine, ['run', container, '--', ...command])
    } finally {
      run(engine, ['rm', container])
    }
  } else {
    run(engine, ['build', ...built])
    said = run(engine, ['run', '--rm', `cairn:${version}`, ...command])
  }
  for (const expected of ['10001\n', `${version}\n`, 'my-company:admin'])
    if (!said.includes(expected)) throw new Error(`${said}\nThere is no ${expected}`)
  return `built by ${engine} and run: ready as user 10001, commands, ended`
}

/** Commands that succeed where their tool can be used: a client may lack what it talks to. */
const engines = ['docker info', 'podman info', 'buildah info']
const checks = [
  ['helm/cairn', ['helm version'], lintChart],
  ['nginx.conf', ['nginx -v'], checkNginx],
  ['cairn.service', ['systemd-analyze --version'], checkUnit],
  ['prometheus/alerts.yaml', ['promtool --version'], checkRules],
  ['compose files', ['docker compose version'], checkCompose],
  ['Dockerfile', engines, runImage],
]
let ran = 0
for (const [name, probes, check] of checks) {
  const probe = probes.find((line) => {
    const [tool, ...args] = line.split(' ')
    return spawnSync(tool, args).status === 0
  })
  if (!probe) console.log(`LEFT OUT ${name}: none of these works: ${probes.join(', ')}`)
  else
    try {
      console.log(`passed   ${name}: ${check(probe.split(' ')[0])}`)
      ran += 1
    } catch (error) {
      console.log(`FAILED   ${name}: ${error.message}`)
      process.exitCode = 1
    }
}
if (ran === 0) process.exitCode = 1
