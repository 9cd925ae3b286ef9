import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { tagKey } from '#contract/tag/tag.ts'
import { contractResolver } from '#web/form/contract-resolver.ts'
import { fieldOf } from '#web/form/field-of.ts'
import { TextField } from '#web/form/field.tsx'
import { Form } from '#web/form/form.tsx'
import { FormError } from '#web/form/form-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Resource, labelFor } from './resource.ts'
import { useChange } from './use-change.ts'

const schema = z.object({ key: tagKey, value: z.string() })

/** Sets one tag on several things, or takes it off. */
export default function TagDialog(props: {
  noun: Resource
  org: string
  names: readonly string[]
  onClose: () => void
}) {
  const { noun, org, names, onClose } = props
  const { isBusy, failure, run } = useChange(org, noun.kinds.tagged)
  const form = useForm<z.output<typeof schema>>({
    defaultValues: { key: '', value: '' },
    resolver: contractResolver(schema),
  })
  const what = labelFor(noun, names)

  const change = (isSet: boolean) =>
    form.handleSubmit(async ({ key, value }) => {
      const body = isSet ? { set_tags: { [key]: value } } : { remove_tags: [key] }
      const isDone = await run(
        async () => {
          for (const name of names) await noun.changeTags(org, name, body)
        },
        isSet ? `Tagged ${what} with ${key}` : `Removed ${key} from ${what}`,
      )
      if (isDone) onClose()
    })
  return (
    <Dialog title={`Tag ${what}`} onClose={onClose}>
      <Form className="grid gap-3.5 px-4 pb-4" onSubmit={change(true)}>
        <TextField label="Key" autoCapitalize="off" spellCheck={false} {...fieldOf(form, 'key')} />
        <TextField label="Value" hint="May be empty" {...form.register('value')} />
        <FormError message={failure ?? undefined} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={isBusy} onClick={() => void change(false)()}>
            Remove tag
          </Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            Set tag
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
