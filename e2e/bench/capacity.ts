import type { Bench } from './bench.ts'
import { type Result, short } from './result.ts'
import { assumed, type Costs, type Drawn, oneNodeHolds, type Plan, simulate } from './simulate.ts'
import { measureUnitCosts, storedBytes, type UnitCost, type UnitCosts } from './unit-costs.ts'

const plans: readonly Plan[] = [
  { organizations: 1, attestations: 1e6 },
  { organizations: 100, attestations: 10e6 },
  { organizations: 10_000, attestations: 100e6 },
  { organizations: 10_000, attestations: 1e9 },
]

/** Measures what work costs, and simulates what organizations of several sizes need. */
export async function measureCapacity(bench: Bench): Promise<void> {
  const measured = await measureUnitCosts(
    await bench.service(),
    bench.options.isQuick ? { trails: 20, reports: 40 } : { trails: 100, reports: 100 },
  )
  bench.add(...describeCosts(measured))
  const costs: Costs = {
    attestation: withStored(measured.attestation),
    change: withStored(measured.change),
    unchanged: withStored(measured.unchanged),
    list: withStored(measured.list),
  }
  const { byDisk, byCores } = oneNodeHolds(costs)
  const { node, years } = assumed
  const size = `${node.cores} cores and ${node.disk / 1e12} TB, ${node.filled * 100} % used`
  bench.add(
    { name: `Attestations that a node of ${size}, holds`, value: byDisk / 1e6, unit: 'million' },
    { name: `  that its cores take in ${years} years`, value: byCores / 1e6, unit: 'million' },
  )
  for (const plan of plans) bench.add(...describePlan(costs, plan))
}

const withStored = (cost: UnitCost) => ({ ...cost, stored: storedBytes(cost) })

/** Tables named in the detail, and the bytes that an attestation should take at most. */
const shown = 6
const aimedBytes = 4_000

function describeCosts({ resident, ...costs }: UnitCosts): Result[] {
  const work = {
    attestation: 'An attestation with its share of a trail',
    change: 'A report of 20 artifacts, one new',
    unchanged: 'The same report again',
    list: 'A page of attestations',
  }
  const each = Object.entries(work).flatMap(([kind, name]): Result[] => {
    const cost = costs[kind as keyof typeof costs]
    const { service, database, logged } = cost
    return [
      {
        name: `${name}, processor time`,
        ...{ value: service + database, unit: 'ms' },
        detail: `service ${service.toFixed(2)}, database ${database.toFixed(2)} ms`,
      },
      ...(kind === 'attestation' || kind === 'change' ? storedOf(cost, kind) : []),
      ...(kind === 'list'
        ? []
        : [{ name: "  the database's log", value: logged / 1_000, unit: 'kB' }]),
    ]
  })
  return [
    ...each,
    { name: 'The service after it', value: resident / 1e6, unit: 'MB', aim: { most: 256 } },
  ]
}

function storedOf(cost: UnitCost, kind: 'attestation' | 'change'): Result[] {
  const tables = Object.entries(cost.stored)
    .slice(0, shown)
    .map(([name, bytes]) => `${name} ${(bytes / 1_000).toFixed(2)}`)
  return [
    {
      name: '  growth of the database',
      ...{ value: storedBytes(cost) / 1_000, unit: 'kB' },
      ...(kind === 'attestation' && { aim: { most: aimedBytes / 1_000 } }),
      detail: tables.join(', '),
    },
  ]
}

function describePlan(costs: Costs, plan: Plan): Result[] {
  const need = simulate(costs, plan)
  const drawn = (name: string, figure: Drawn, unit: string, factor = 1): Result => {
    const [low, high] = [short(figure.low * factor), short(figure.high * factor)]
    const detail = `in 95 of 100 draws from ${low} to ${high}`
    return { name, value: figure.middle * factor, unit, detail }
  }
  const { organizations, attestations } = plan
  const who = organizations === 1 ? '1 organization' : `${organizations} organizations`
  return [
    {
      name: `${who} with ${attestations / 1e6} million attestations, database`,
      ...{ value: need.disk / 1e9, unit: 'GB' },
    },
    drawn('  reports in the busiest minute', need.peak, '/min', 60),
    drawn("  the database's log then", need.log, 'kB/s', 1e-3),
    drawn('  cores of the service then', need.serviceCores, 'cores'),
    drawn('  cores of the database then', need.databaseCores, 'cores'),
    drawn('  part of the largest organization', need.largest, '%', 100),
    { name: '  processes of the service', value: need.processes, unit: '' },
    drawn('  nodes of the database', need.nodes, ''),
  ]
}
