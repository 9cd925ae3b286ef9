import { useQuery } from '@tanstack/react-query'
import { environmentNamesQuery } from '#web/record/known-records.ts'
import { Card } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { emptyNotification, emptyTarget } from './editor/draft.ts'
import NotificationEditor from './editor/editor.tsx'
import { orderedTypes, targetLabels } from './labels.ts'
import { joined, textOf } from './rule-sentence.tsx'

const ways = orderedTypes.map((type) => targetLabels[type].how)

/** No rule yet: what one is for, and an example that can be tested as it stands. */
export default function FirstRule(props: {
  org: string
  refusal: string | null
  onSaved: (number: number) => void
}) {
  const { org, refusal, onSaved } = props
  const { data, isPending } = useQuery(environmentNamesQuery(org, ''))
  const names = data?.environments.map(({ name }) => name) ?? []
  const example = names.find((name) => /prod/i.test(name)) ?? names[0]
  return (
    <div className="grid gap-4">
      <Card
        title="First run"
        answer={`A notification tells people when an environment changes its verdict, or what runs there changes: ${textOf(joined(ways, 'or'))}. Give the example an address, test it, and save it.`}
      >
        <div className="pb-3" />
      </Card>
      {isPending ? (
        <SkeletonRows rows={10} />
      ) : (
        <NotificationEditor
          org={org}
          base={{
            ...emptyNotification(example ? [example] : []),
            name: example ? `${example} changes verdict` : '',
            targets: [emptyTarget('SLACK')],
          }}
          refusal={refusal}
          cancel={null}
          onSaved={onSaved}
        />
      )}
    </div>
  )
}
