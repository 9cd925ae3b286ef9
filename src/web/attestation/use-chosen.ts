import { useState } from 'react'
import type { Attestation } from '#contract/attestation/attestation.ts'

/** Attestations that are chosen, also those of another page; another `scope` begins anew. */
export function useRowSelection(shown: readonly Attestation[], scope: string) {
  const [kept, setKept] = useState<{ scope: string; rows: readonly Attestation[] } | null>(null)
  const fresh = new Map(shown.map((row) => [row.attestation_id, row]))
  const held = kept?.scope === scope ? kept.rows : []
  const rows = held.map((row) => fresh.get(row.attestation_id) ?? row)
  const choose = (rows: readonly Attestation[]) => setKept({ scope, rows })
  return {
    rows,
    ids: new Set(rows.map(({ attestation_id }) => attestation_id)),
    /** Whether anything was ever chosen. */
    isBegun: kept !== null,
    choose,
    chooseIds(ids: ReadonlySet<string>) {
      const known = new Map([...rows, ...shown].map((row) => [row.attestation_id, row]))
      choose([...ids].flatMap((id) => known.get(id) ?? []))
    },
  }
}
