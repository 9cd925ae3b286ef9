import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { getControlPage } from '#contract/control/control-page.ts'
import type { Control } from '#contract/control/control.ts'
import { populationOf } from '#domain/verdict/asked-counts.ts'
import { Card } from '#web/ui/card.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { criteriaOf } from './scope-labels.ts'

/** Where a control applies, how much that is now, and who answers for it. */
export function ScopeCard(props: { control: Control; page: ResponseOf<typeof getControlPage> }) {
  const { owner, scope } = props.control
  const { coverage, environment_count, logical_environments, running_count } = props.page
  return (
    <Card title="Scope and owner">
      <div className="px-4 pb-4 text-table">
        <DescriptionList>
          <DescriptionItem label="Environments">
            <Criteria criteria={criteriaOf(scope?.environments)} none="all" />
            <p>
              {coverage.total} of {environment_count}
              {logical_environments.length > 0 && (
                <span className="text-muted">
                  , {logical_environments.length} logical not counted
                </span>
              )}
            </p>
          </DescriptionItem>
          <DescriptionItem label="Artifacts">
            <Criteria criteria={criteriaOf(scope?.flows)} none="all that run" of="of flows " />
            <p>
              {populationOf(coverage.running)} of {running_count}
              <span className="text-muted"> that run there</span>
            </p>
          </DescriptionItem>
          <DescriptionItem label="Owner">
            {owner ?? <span className="text-muted">nobody</span>}
          </DescriptionItem>
        </DescriptionList>
      </div>
    </Card>
  )
}

function Criteria(props: { criteria: readonly string[]; none: string; of?: string }) {
  return (
    <p className="flex flex-wrap gap-1">
      {(props.criteria.length > 0 ? props.criteria : [props.none]).map((one) => (
        <Tag key={one}>
          {props.criteria.length > 0 && props.of}
          {one}
        </Tag>
      ))}
    </p>
  )
}
