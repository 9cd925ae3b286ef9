import type { CustomTypeVersion } from '#contract/custom-type/custom-type.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { NumberedLines } from '#web/ui/numbered-lines.tsx'
import { definitionOf } from './draft.ts'

const code = (text: string) => <code className="font-mono text-code wrap-anywhere">{text}</code>

/** What a version asks of evidence: rules, summary, schema. */
export function DefinitionCards(props: { version: CustomTypeVersion }) {
  const { version } = props
  const { schema, rules, summary } = definitionOf(version)
  const remark = `version ${version.version}${version.comment ? `: ${version.comment}` : ''}`
  return (
    <>
      <Card title="Rules" remark={remark}>
        {rules.length === 0 ? (
          <p className="px-4 pb-3 text-table text-muted">
            None: whatever fits the schema is compliant.
          </p>
        ) : (
          <ol className="border-t border-line text-table">
            {rules.map((rule, index) => (
              <li key={index} className="border-b border-line px-4 py-2 last:border-b-0">
                {code(rule)}
              </li>
            ))}
          </ol>
        )}
      </Card>
      <Card title="Summary" remark="what is shown of the data">
        <div className="px-4 pb-3">
          {summary.length === 0 ? (
            <p className="text-table text-muted">None: only the rules and the data are shown.</p>
          ) : (
            <DescriptionList>
              {summary.map(({ name, expression }, index) => (
                <DescriptionItem key={index} label={name}>
                  {code(expression)}
                </DescriptionItem>
              ))}
            </DescriptionList>
          )}
        </div>
      </Card>
      <Card
        title="Schema"
        remark="JSON Schema that the data has to fit"
        actions={schema && <CopyButton text={schema} what="Schema" label="Copy" />}
      >
        {schema === '' ? (
          <p className="px-4 pb-3 text-table text-muted">None: any JSON is accepted.</p>
        ) : (
          <NumberedLines label="Schema" text={schema} />
        )}
      </Card>
    </>
  )
}
