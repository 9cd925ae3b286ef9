import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Space, putInSpace, takeOutOfSpace } from '#contract/space/space.ts'
import { call } from '#web/api/call.ts'
import { curl } from '#web/api/curl.ts'
import { Form } from '#web/form/form.tsx'
import { FormError } from '#web/form/form-error.tsx'
import { PickField } from '#web/form/pick-field.tsx'
import { useChange } from '#web/record/use-change.ts'
import { useFound } from '#web/record/use-found.ts'
import { Button } from '#web/ui/button.tsx'
import { AsApiCall } from '#web/ui/call-box.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Bone } from '#web/ui/skeleton.tsx'
import { namedQuery, pathOf, spaceQuery, spacesQuery } from './queries.ts'

interface Contents {
  flows: string[]
  environments: string[]
}

/** Lists what is directly in a space. */
export default function ContentsDialog(props: { org: string; space: Space; onClose: () => void }) {
  const { org, space, onClose } = props
  const { data, isError, refetch } = useQuery({ ...spaceQuery(org, space.id), staleTime: Infinity })
  return (
    <Dialog title={`Contents of ${space.name}`} position="wide" onClose={onClose}>
      <div className="grid gap-3.5 px-4 pb-4 text-table">
        {data && <ContentsForm {...props} before={data} />}
        {isError && <LoadFailed what="What is in it" frame="none" onRetry={refetch} />}
        {!data && !isError && <Bone width={320} />}
      </div>
    </Dialog>
  )
}

const missingFrom = (from: readonly string[], others: readonly string[]) =>
  from.filter((name) => !others.includes(name))

/** Some contents without those of others. */
const difference = (some: Contents, others: Contents): Contents => ({
  flows: missingFrom(some.flows, others.flows),
  environments: missingFrom(some.environments, others.environments),
})

const sizeOf = ({ flows, environments }: Contents) => flows.length + environments.length

function ContentsForm(props: { org: string; space: Space; before: Contents; onClose: () => void }) {
  const { org, space, before, onClose } = props
  const [flows, setFlows] = useState(before.flows)
  const [environments, setEnvironments] = useState(before.environments)
  const { isBusy, failure, run } = useChange(org, 'space_contents_changed')
  const params = { org, space_id: space.id }
  const added = difference({ flows, environments }, before)
  const removed = difference(before, { flows, environments })
  const save = async () => {
    const isDone = await run(async () => {
      if (sizeOf(added) > 0) await call(putInSpace, { params, body: added })
      if (sizeOf(removed) > 0) await call(takeOutOfSpace, { params, body: removed })
    }, `Saved what is in ${space.name}`)
    if (isDone) onClose()
  }
  const calls = [
    sizeOf(added) > 0 && curl(putInSpace, { params, body: added }),
    sizeOf(removed) > 0 && curl(takeOutOfSpace, { params, body: removed }),
  ].filter(Boolean)
  return (
    <Form className="grid gap-3.5" onSubmit={save}>
      <div className="grid gap-3.5 md:grid-cols-2">
        <NamesField {...props} kind="flows" selected={flows} onChange={setFlows} />
        <NamesField
          {...props}
          kind="environments"
          selected={environments}
          onChange={setEnvironments}
        />
      </div>
      <p className="text-muted">What is chosen leaves the space that it was in.</p>
      {calls.length > 0 && <AsApiCall call={calls.join('\n')} />}
      <FormError message={failure ?? undefined} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" isBusy={isBusy} disabled={calls.length === 0}>
          {isBusy ? 'Saving' : 'Save'}
        </Button>
      </div>
    </Form>
  )
}

/** Names the other space that a found record is in now, and would leave. */
function useSpaceNotes(
  { org, space }: NamesProps,
  found: readonly { name: string; space_id: string | null }[] | undefined,
) {
  const { data: spaces } = useQuery(spacesQuery(org))
  return (name: string) => {
    const id = found?.find((one) => one.name === name)?.space_id
    const now = id === space.id ? undefined : spaces?.find((one) => one.id === id)
    return now && `in ${pathOf(now)}`
  }
}

interface NamesProps {
  org: string
  space: Space
  selected: readonly string[]
  onChange: (selected: string[]) => void
}

const kinds = {
  flows: { label: 'Flows', find: 'Find flows by name', none: 'No flow of this name.' },
  environments: {
    label: 'Environments',
    find: 'Find environments by name',
    none: 'No environment of this name.',
  },
}

/** The flows or the environments that are directly in a space. */
function NamesField(props: NamesProps & { kind: keyof typeof kinds }) {
  const { org, kind, selected, onChange } = props
  const [text, setText] = useState('')
  const { data, found } = useFound(text, (name) => namedQuery(org, kind, name))
  return (
    <PickField
      {...kinds[kind]}
      text={text}
      onText={setText}
      found={found?.data.map(({ name }) => name)}
      noteOf={useSpaceNotes(props, data?.data)}
      selected={selected}
      hint={hintOf(selected, data && data.pagination.total - data.data.length)}
      onChange={onChange}
    />
  )
}

const hintOf = (selected: readonly string[], more = 0) =>
  `${selected.length} in this space${more > 0 ? `; ${more} more by name` : ''}`
