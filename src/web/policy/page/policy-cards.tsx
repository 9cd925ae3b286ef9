import { Link } from '@tanstack/react-router'
import type { RuleResult } from '#contract/policy/policy-page.ts'
import type { Policy } from '#contract/policy/policy.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { download } from '#web/ui/download.ts'
import { NumberedLines } from '#web/ui/numbered-lines.tsx'

/** Conditions of a policy's rules, and what they exempt now. */
export function ExceptionsCard(props: { org: string; rules: readonly RuleResult[] }) {
  const { org } = props
  const conditional = props.rules.filter(({ conditions }) => conditions.length > 0)
  if (conditional.length === 0) return null
  return (
    <Card title="Exceptions in use" remark="exempt now, by flow">
      <ul className="border-t border-line text-table">
        {conditional.map(({ type, line, conditions, let_off }, rule) => (
          <li key={rule} className="grid gap-1 border-b border-line px-4 py-2 last:border-b-0">
            <p className="wrap-anywhere">
              <span className="text-muted">
                Line {line}, {type === 'attestation' ? 'asked only where' : 'not asked where'}{' '}
              </span>
              {conditions.map((text, index) => (
                <span key={index}>
                  {index > 0 && ' or '}
                  <code className="font-mono text-code">{text}</code>
                </span>
              ))}
            </p>
            <p className="text-muted">
              {let_off.length === 0
                ? 'Exempts nothing now.'
                : let_off.map(({ flow_name, count }, index) => (
                    <span key={flow_name}>
                      {index > 0 && ', '}
                      {count} {count === 1 ? 'artifact' : 'artifacts'} of{' '}
                      {flow_name === null ? (
                        'no flow'
                      ) : (
                        <Link
                          to="/$org/flows/$flow"
                          params={{ org, flow: flow_name }}
                          className="text-text underline decoration-line-strong underline-offset-3 hover:decoration-current max-md:py-3"
                        >
                          {flow_name}
                        </Link>
                      )}
                    </span>
                  ))}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A version of a policy as it was sent, to copy and to take away. */
export function YamlCard(props: { policy: string; version: Policy['versions'][number] }) {
  const { policy, version } = props
  const { policy_yaml: text } = version
  return (
    <Card
      title="YAML"
      remark={`version ${version.version}${version.comment && `: ${version.comment}`}`}
      actions={
        <span className="flex gap-1">
          <CopyButton text={text} what="Policy" label="Copy" />
          <Button
            kind="quiet"
            size="small"
            onClick={() => download(`${policy}-v${version.version}.yml`, text)}
          >
            Download
          </Button>
        </span>
      }
    >
      <NumberedLines label="Policy" text={text} />
    </Card>
  )
}
