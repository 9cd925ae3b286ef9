import type { ReactNode } from 'react'
import type { CustomType, CustomTypeVersion } from '#contract/custom-type/custom-type.ts'
import { HistoryLink } from '#web/domain-ui/history-link.tsx'
import { ArchivedNote } from '#web/record/archived-note.tsx'
import { VersionFacts } from '#web/record/version-facts.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/description-list.tsx'
import { NumberedLines } from '#web/ui/numbered-lines.tsx'
import { Page } from '#web/ui/page.tsx'
import { definitionOf, saveType } from './draft.ts'

/** The frame of a custom attestation type: what it is, and whether it is in use. */
export function TypePage(props: {
  org: string
  type: CustomType
  /** Number of the version that is shown. */
  shown: number
  actions: ReactNode
  children: ReactNode
}) {
  const { org, type, shown } = props
  const { name, description = '', versions, archived, last_modified_at = 0 } = type
  const newest = versions[0]!
  const activate = () => {
    const comment = 'Active again'
    return saveType(org, { name, description, comment, ...definitionOf(newest) }, undefined)
  }
  return (
    <Page
      title={[name, 'Attestation types', org]}
      heading={name}
      beside={description && <span className="text-muted wrap-anywhere">{description}</span>}
      facts={
        <>
          <VersionFacts shown={shown} count={newest.version} newest={newest} />
          <HistoryLink org={org} type="custom_type" name={name} />
        </>
      }
      actions={props.actions}
    >
      <ArchivedNote
        org={org}
        name={name}
        one="type"
        kind="custom_type_updated"
        needs="member"
        archivedAt={archived ? last_modified_at : null}
        consequence="Evidence of it is refused."
        activate={activate}
      />
      {props.children}
    </Page>
  )
}

const code = (text: string) => <code className="font-mono text-code wrap-anywhere">{text}</code>

/** Definition of a version: rules, summary, schema. */
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
