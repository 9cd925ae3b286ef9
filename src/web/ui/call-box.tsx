import { type PipelineCall, callForms, chooseForm, useCallForm } from './call-form.ts'
import { CopyButton } from './copy-button.tsx'
import { Disclosure } from './disclosure.tsx'
import { PickOne } from './pick-one.tsx'

const labels = { cli: 'CLI', curl: 'curl' }

/** Chooses the form in which all calls of pipelines are shown. */
export function CallFormChoice() {
  return (
    <PickOne
      label="Form of the call"
      options={callForms.map((value) => ({ value, label: labels[value] }))}
      value={useCallForm()}
      onPick={chooseForm}
    />
  )
}

/** Part that continues a command, with the sign before it: a line never wraps between them. */
const lineEnd = /(\S \\)$/m

/**
 * A command line to copy; the button never covers the text. A call that a pipeline makes is shown
 * in the form that was chosen last: above it, unless one choice stands above several calls.
 */
export function CallBox(props: {
  call: string | PipelineCall
  what?: string
  hasChoiceAbove?: boolean
}) {
  const form = useCallForm()
  const { call, what = 'Call', hasChoiceAbove } = props
  const text = typeof call === 'string' ? call : call[form]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {typeof call !== 'string' && !hasChoiceAbove && (
        <div className="justify-self-end">
          <CallFormChoice />
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start rounded-base border border-line bg-surface">
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- can scroll, so must be reachable
          tabIndex={0}
          className="overflow-x-auto px-3 py-2 font-mono text-code wrap-anywhere whitespace-pre-wrap"
        >
          {text.split(lineEnd).map((part, index) =>
            index % 2 === 0 ? (
              part
            ) : (
              <span key={index} className="whitespace-pre">
                {part}
              </span>
            ),
          )}
        </pre>
        <span className="m-1.5">
          <CopyButton text={text} what={what} />
        </span>
      </div>
    </div>
  )
}

/** How the API does what a form or a button does, for who asks. */
export const AsApiCall = (props: { call: string }) => (
  <Disclosure label="As API call">
    <CallBox {...props} />
  </Disclosure>
)
