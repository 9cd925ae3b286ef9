import { describe, expect, it } from 'vitest'
import { type Costs, oneNodeHolds, simulate } from './simulate.ts'

const cost = { service: 5, database: 5, logged: 20_000, stored: 10_000 }
const nothing = { service: 0, database: 0, logged: 0, stored: 0 }
const costs: Costs = { attestation: cost, change: cost, unchanged: nothing, list: nothing }

describe('a simulated plan', () => {
  it('is the same each time', () => {
    const plan = { organizations: 50, attestations: 5e6 }
    expect(simulate(costs, plan)).toEqual(simulate(costs, plan))
  })

  it('needs the bytes of its attestations and of what ran meanwhile', () => {
    const { disk, largest, nodes } = simulate(costs, { organizations: 1, attestations: 1e6 })
    expect([disk, nodes.high]).toEqual([12e9, 1])
    expect(largest.middle).toBeCloseTo(1)
  })

  it('needs cores in the ratio of its reports', () => {
    const { peak, serviceCores } = simulate(costs, { organizations: 100, attestations: 10e6 })
    expect(serviceCores.middle).toBeCloseTo(peak.middle * 0.006, 6)
  })

  it('needs more nodes where the disk of one is too small', () => {
    expect(simulate(costs, { organizations: 200, attestations: 100e6 }).nodes.high).toBe(1)
    // 6 TB on disks of which 2.4 may be used.
    expect(simulate(costs, { organizations: 200, attestations: 500e6 }).nodes.middle).toBe(3)
  })

  it('fits no number of nodes where one organization fills more than one', () => {
    expect(simulate(costs, { organizations: 1, attestations: 300e6 }).nodes.low).toBe(Infinity)
  })

  it('has a smaller largest organization among more of them', () => {
    const few = simulate(costs, { organizations: 10, attestations: 1e6 }).largest
    const many = simulate(costs, { organizations: 100, attestations: 1e6 }).largest
    expect(many.middle).toBeLessThan(few.middle)
    expect(few.low).toBeLessThan(few.middle)
    expect(few.middle).toBeLessThan(few.high)
  })
})

it('one node holds what fits on its disk', () => {
  expect(oneNodeHolds(costs).byDisk).toBeCloseTo(200e6)
})
