import { Link } from '@tanstack/react-router'
import type { Control } from '#contract/control/control.ts'
import { CallBox } from '#web/ui/call-box.tsx'
import { Card } from '#web/ui/card.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { decisionCall } from '#web/pipeline/report-attestation.ts'
import { RuleBox } from './first-control.tsx'

/** What a control says, who asks for it, and how it is cited and decided. */
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
          <DescriptionItem label="Asked by">
            {policies_referencing.length === 0 ? (
              <span className="text-muted">no policy yet</span>
            ) : (
              policies_referencing.map((policy) => (
                <Link
                  key={policy}
                  to="/$org/policies/$policy"
                  params={{ org, policy }}
                  className="mr-3 text-accent wrap-anywhere hover:underline max-md:py-3"
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
        <Disclosure label="Cite it in a policy">
          <RuleBox identifier={identifier} />
        </Disclosure>
        <Disclosure label="Record a decision about it">
          <CallBox call={decisionCall(org, identifier)} />
        </Disclosure>
      </div>
    </Card>
  )
}
