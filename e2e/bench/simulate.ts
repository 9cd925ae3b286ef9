/** Cost of one piece of work: milliseconds of processor time, and bytes. */
interface WorkCost {
  service: number
  database: number
  logged: number
  stored: number
}

/** Measured costs that a simulation starts from. */
export interface Costs {
  attestation: WorkCost
  change: WorkCost
  unchanged: WorkCost
  list: WorkCost
}

/** How much many organizations store. */
export interface Plan {
  organizations: number
  /** Attestations of all of them, after the years for which they are kept. */
  attestations: number
}

/** Assumptions of a plan. */
export const assumed = {
  /** Years in which the attestations came, evenly. */
  years: 2,
  /** Changes of what runs, for each attestation: a trail of ten reaches two environments. */
  changes: 0.2,
  /** Environments of each organization, and one more for each so many attestations. */
  environments: 3,
  attestationsPerEnvironment: 20_000,
  /** Seconds between the reports of an environment. */
  reporting: 300,
  /** Pages that people and pipelines read, for each attestation. */
  lists: 20,
  /** Nearly all work comes in 40 of the 168 hours of a week. */
  workingHours: 168 / 40,
  /** One node of the database: cores, bytes of disk, and the part of each that may be used. */
  node: { cores: 16, disk: 4e12, filled: 0.6 },
  draws: 100,
  seed: 21,
}

/** A figure of all draws: the median, and the bounds of 95 in 100 of them. */
export interface Drawn {
  middle: number
  low: number
  high: number
}

/** Needs of a plan. */
interface Need {
  /** Bytes of the database. */
  disk: number
  /** Attestations each second in the busiest minute of a week. */
  peak: Drawn
  /** Bytes of the database's log each second then. */
  log: Drawn
  /** Cores at work then: of the service, and of the database. */
  serviceCores: Drawn
  databaseCores: Drawn
  /** The part of all attestations that the largest organization has. */
  largest: Drawn
  /** Processes of the service, each on a core of which no more than that part is used. */
  processes: number
  /** Nodes of the database; infinite where one organization, which stays whole, fits none. */
  nodes: Drawn
}

interface Draw {
  peak: number
  log: number
  serviceCores: number
  databaseCores: number
  largest: number
  nodes: number
}

/** Simulates what a plan needs: sizes and busy minutes of organizations are drawn, the rest is measured. */
export function simulate(costs: Costs, plan: Plan): Need {
  const random = seededRandom(assumed.seed)
  const draws = Array.from({ length: assumed.draws }, () => drawOnce(costs, plan, random))
  const drawn = (name: keyof Draw) => boundsOf(draws.map((draw) => draw[name]))
  return {
    disk: plan.attestations * each(costs, 'stored'),
    peak: drawn('peak'),
    log: drawn('log'),
    serviceCores: drawn('serviceCores'),
    databaseCores: drawn('databaseCores'),
    largest: drawn('largest'),
    processes: Math.ceil(drawn('serviceCores').high / assumed.node.filled),
    nodes: drawn('nodes'),
  }
}

/** How many attestations fit on the disk of one node, and how many its cores take in the years. */
export function oneNodeHolds(costs: Costs): { byDisk: number; byCores: number } {
  const { node, workingHours, attestationsPerEnvironment, reporting } = assumed
  const busy = (each(costs, 'database') / secondsKept) * workingHours
  const idle = costs.unchanged.database / attestationsPerEnvironment / reporting
  return {
    byDisk: (node.disk * node.filled) / each(costs, 'stored'),
    byCores: (node.cores * node.filled * 1_000) / (busy + idle),
  }
}

const secondsKept = assumed.years * 365.25 * 86_400

/** Costs of an attestation with its share of what ran and of what is read. */
const each = ({ attestation, change, list }: Costs, of: keyof WorkCost) =>
  attestation[of] + assumed.changes * change[of] + (of === 'stored' ? 0 : assumed.lists * list[of])

function drawOnce(costs: Costs, { organizations, attestations }: Plan, random: () => number): Draw {
  // A few organizations have most: the size goes down by a power of the place.
  const power = 0.8 + 0.4 * random()
  const weights = Array.from(
    { length: organizations },
    (_, place) => randomFactor(random, 0.5) / (place + 1) ** power,
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const sizes = weights.map((weight) => (attestations * weight) / all)
  const rates = sizes.map(
    (size) => (size / secondsKept) * assumed.workingHours * randomFactor(random, 0.5),
  )
  const reports = sizes.map(
    (size) =>
      (assumed.environments + size / assumed.attestationsPerEnvironment) / assumed.reporting,
  )
  const used = (of: keyof WorkCost) =>
    rates.map((rate, place) => rate * each(costs, of) + (reports[place] ?? 0) * costs.unchanged[of])
  const database = used('database').map((milliseconds) => milliseconds / 1_000)
  return {
    peak: sum(rates),
    log: sum(used('logged')),
    serviceCores: sum(used('service')) / 1_000,
    databaseCores: sum(database),
    largest: Math.max(...sizes) / attestations,
    nodes: nodesFor(
      database,
      sizes.map((size) => size * each(costs, 'stored')),
    ),
  }
}

/** The fewest nodes that hold organizations, each whole, the largest placed first. */
function nodesFor(cores: readonly number[], bytes: readonly number[]): number {
  const { node } = assumed
  const [mostCores, mostBytes] = [node.cores * node.filled, node.disk * node.filled]
  const parts = cores
    .map((busy, index) => ({ busy: busy / mostCores, full: (bytes[index] ?? 0) / mostBytes }))
    .sort((one, other) => usedOf(other) - usedOf(one))
  if (usedOf(parts[0] ?? empty) > 1) return Infinity
  const isEnough = (nodes: number) => {
    const filled = Array.from({ length: nodes }, () => ({ ...empty }))
    return parts.every(({ busy, full }) => {
      const emptiest = filled.reduce((one, other) => (usedOf(other) < usedOf(one) ? other : one))
      emptiest.busy += busy
      emptiest.full += full
      return usedOf(emptiest) <= 1
    })
  }
  const least = (of: keyof typeof empty) => Math.ceil(sum(parts.map((part) => part[of])))
  let nodes = Math.max(1, least('busy'), least('full'))
  while (!isEnough(nodes)) nodes += 1
  return nodes
}

const empty = { busy: 0, full: 0 }
const usedOf = ({ busy, full }: typeof empty) => Math.max(busy, full)

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

function boundsOf(numbers: readonly number[]): Drawn {
  const sorted = numbers.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.round((sorted.length - 1) * part)] ?? 0
  return { middle: at(0.5), low: at(0.025), high: at(0.975) }
}

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Factors around 1, as often above as below; two in three are within e^±`spread`. */
function randomFactor(random: () => number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.exp(normal * spread)
}
