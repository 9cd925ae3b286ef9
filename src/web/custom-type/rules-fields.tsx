import { Plus, Trash2 } from 'lucide-react'
import { TextArea, TextField } from '#web/form/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Definition } from './draft.ts'
import type { Tried } from './use-try.ts'

const without = <T,>(list: readonly T[], index: number) => list.filter((_, at) => at !== index)
const withAt = <T,>(list: readonly T[], index: number, value: T) =>
  list.map((one, at) => (at === index ? value : one))

function Remove(props: { what: string; onClick: () => void }) {
  return (
    <Button
      kind="quiet"
      icon
      className="mt-6"
      aria-label={`Remove ${props.what}`}
      onClick={props.onClick}
    >
      <Icon of={Trash2} />
    </Button>
  )
}

/** The rules of a type and what it shows, each with what is wrong with it. */
export function RulesFields(props: {
  definition: Definition
  tried: Tried
  onChange: (change: Partial<Definition>) => void
}) {
  const { tried, onChange } = props
  const { rules, summary } = props.definition
  return (
    <>
      <Card
        title="Rules"
        answer="jq expressions on the data; evidence is compliant when all of them give true."
      >
        <div className="grid gap-3 px-4 pt-1 pb-4">
          {rules.map((rule, index) => (
            <div key={index} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
              <TextArea
                label={`Rule ${index + 1}`}
                isCode
                rows={1}
                spellCheck={false}
                autoCapitalize="off"
                value={rule}
                error={tried.problemAt(`evaluator.rules.${index}`)}
                onChange={(event) =>
                  onChange({ rules: withAt(rules, index, event.currentTarget.value) })
                }
              />
              <Remove
                what={`rule ${index + 1}`}
                onClick={() => onChange({ rules: without(rules, index) })}
              />
            </div>
          ))}
          <span>
            <Button onClick={() => onChange({ rules: [...rules, ''] })}>
              <Icon of={Plus} small />
              Add a rule
            </Button>
          </span>
        </div>
      </Card>
      <Card title="Summary" answer="Labelled jq expressions that are shown of the data.">
        <div className="grid gap-3 px-4 pt-1 pb-4">
          {summary.map((row, index) => (
            <div
              key={index}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto]"
            >
              <div className="max-md:col-span-2">
                <TextField
                  label={`Label ${index + 1}`}
                  value={row.name}
                  error={row.name === '' ? 'It needs a label' : null}
                  onChange={(event) => {
                    const name = event.currentTarget.value
                    onChange({ summary: withAt(summary, index, { ...row, name }) })
                  }}
                />
              </div>
              <TextArea
                label={`Expression ${index + 1}`}
                isCode
                rows={1}
                spellCheck={false}
                autoCapitalize="off"
                value={row.expression}
                error={tried.problemAt(`summary.${index}.expression`)}
                onChange={(event) => {
                  const expression = event.currentTarget.value
                  onChange({ summary: withAt(summary, index, { ...row, expression }) })
                }}
              />
              <Remove
                what={`row ${index + 1}`}
                onClick={() => onChange({ summary: without(summary, index) })}
              />
            </div>
          ))}
          <span>
            <Button
              onClick={() => onChange({ summary: [...summary, { name: '', expression: '.' }] })}
            >
              <Icon of={Plus} small />
              Add a row
            </Button>
          </span>
        </div>
      </Card>
    </>
  )
}
