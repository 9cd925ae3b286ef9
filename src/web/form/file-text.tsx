import { useRef } from 'react'

/** A file whose text goes into a field, where it can be looked at before it is sent. */
export function FileText(props: { label: string; accept: string; onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const read = async (file: File | undefined) => {
    if (file) props.onText(await file.text())
    // The same file may be read again after it was changed.
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={props.accept}
        aria-label={props.label}
        onChange={(event) => void read(event.currentTarget.files?.[0])}
      />
      <button
        type="button"
        className="text-accent hover:underline max-md:min-h-11"
        onClick={() => input.current?.click()}
      >
        {props.label}
      </button>
    </>
  )
}
