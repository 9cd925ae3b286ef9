import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { getControlPage } from '#contract/control/control-page.ts'
import type { Control } from '#contract/control/control.ts'
import { populationOf } from '#domain/verdict/outcome-counts.ts'
import { decisionCall } from '#web/pipeline/report-attestation.ts'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { RuleBox } from './first-control.tsx'
import { criteriaOf } from './scope-labels.ts'

/** Text of a control, who asks for it, and how it is cited and decided. */
export function FactsCard(props: { org: string; control: Control }) {
  const { org, control } = props
  const { identifier, description, links, policies_referencing } = control
  return (
    <Card title="About">
      <div className="grid gap-4 px-4 pb-4 text-table">
        <DescriptionList>
          <DescriptionItem label="Description">
            <span className="wrap-anywhere whitespace-pre-wrap">
              {description ?? <span className="text-muted">none</span>}
            </span>
          </DescriptionItem>
          <DescriptionItem label="Required by">
            {policies_referencing.length === 0 ? (
              <span className="text-muted">no policy yet</span>
            ) : (
              policies_referencing.map((policy) => (
                <Link
                  key={policy}
                  to="/$org/policies/$policy"
                  params={{ org, policy }}
                  className="mr-2 text-accent wrap-anywhere hover:underline max-md:py-3"
                >
                  {policy}
                </Link>
              ))
            )}
          </DescriptionItem>
          {Object.entries(links).map(([label, href]) => (
            <DescriptionItem key={label} label={label}>
              <SafeLink href={href} />
            </DescriptionItem>
          ))}
          <DescriptionItem label="Created">
            <TimeStamp at={control.created_at} form="stamp" /> by {control.created_by}
          </DescriptionItem>
        </DescriptionList>
        <Disclosure label="Use it in a policy">
          <RuleBox identifier={identifier} />
        </Disclosure>
        <Disclosure label="Record a decision about it">
          <CallBox call={decisionCall(org, identifier)} />
        </Disclosure>
      </div>
    </Card>
  )
}

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
