import { DataTable } from '../table/data-table.tsx'
import { Card } from '../ui/card.tsx'
import { plural } from '../ui/plural.ts'
import { WithCode } from '../ui/with-code.tsx'
import { environmentColumns, flipColumns } from './effect-columns.tsx'
import type { Effect } from './effect-words.ts'

/** All that a change would do: by environment, by rule, and each artifact that flips. */
export function EffectCards(props: { org: string; effect: Effect }) {
  const { org, effect } = props
  const { environments, rules, flips } = effect
  if (environments.length === 0) return null
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card
        title="Environments"
        remark={effect.has_more_environments && `the first ${environments.length}`}
      >
        <DataTable
          caption="Environments"
          columns={environmentColumns(org)}
          rows={environments}
          rowId={({ name }) => name}
        />
      </Card>
      {rules.length > 0 && (
        <Card title="Rules that decide" remark="those of the most flips first">
          <ul aria-label="Rules that decide" className="border-t border-line text-table">
            {rules.map(({ policy_name, policy_version, line, text, flip_count }) => (
              <li
                key={`${policy_name}/${policy_version}/${line}/${text}`}
                className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1.5 last:border-b-0"
              >
                <span className="min-w-0 flex-1 wrap-anywhere max-md:basis-full">
                  <WithCode text={text} />
                </span>
                <span className="text-meta text-muted">
                  {policy_name}, version {policy_version}, line {line}
                </span>
                <span>{plural(flip_count, 'flip')}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {flips.length > 0 && (
        <Card
          title="Artifacts that flip"
          remark={effect.has_more ? `the first ${flips.length}` : String(flips.length)}
        >
          <DataTable
            caption="Artifacts that flip"
            columns={flipColumns(org, effect)}
            rows={flips}
            rowId={({ environment_name, name, fingerprint }) =>
              `${environment_name}/${fingerprint}/${name}`
            }
          />
        </Card>
      )}
    </div>
  )
}
