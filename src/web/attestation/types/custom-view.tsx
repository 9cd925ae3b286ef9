import { Link } from '@tanstack/react-router'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { counted } from '#domain/common/counted.ts'
import { RuleResults, SummaryRows } from '#web/domain-ui/rule-results.tsx'
import { JsonTree } from '#web/ui/json-tree.tsx'
import { Emphasis, Remark, ViewHeading } from './view-parts.tsx'

/** Evidence of a type that the organization made: its summary, and which rules it keeps. */
export function CustomView(props: {
  org: string
  attestation: Extract<Attestation, { attestation_type: `custom:${string}` }>
}) {
  const { type_name, type_version, attestation_data, rule_results, summary } = props.attestation
  const failed = rule_results.filter(({ passed }) => !passed).length
  return (
    <div>
      <ViewHeading>
        <Link
          to="/$org/settings/attestation-types/$type"
          params={{ org: props.org, type: type_name }}
          search={{ version: type_version }}
          className="text-accent hover:underline"
        >
          {type_name}, version {type_version}
        </Link>
        , {counted(rule_results.length, 'rule')}
        {failed > 0 && (
          <>
            , <Emphasis>{failed} failed</Emphasis>
          </>
        )}
      </ViewHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <SummaryRows rows={summary} />
        {rule_results.length === 0 ? (
          <Remark>This type has no rules: whatever fits its schema is compliant.</Remark>
        ) : (
          <RuleResults results={rule_results} />
        )}
        <JsonTree value={attestation_data} searchable="Search the data" />
      </div>
    </div>
  )
}
