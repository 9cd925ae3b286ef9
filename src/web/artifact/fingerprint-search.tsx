import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { TextField } from '#web/form/field.tsx'
import { Button } from '#web/ui/button.tsx'

/** Looks for an artifact in all flows by its fingerprint or the start of it. */
export function FingerprintSearch(props: { org: string; text?: string }) {
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(null)
  const search = (form: HTMLFormElement) => {
    const text = new FormData(form).get('fingerprint')
    const fingerprint = readFingerprint(typeof text === 'string' ? text : '')
    setError(fingerprint ? null : fingerprintRule)
    if (!fingerprint) return form.querySelector('input')?.focus()
    void navigate({ to: '/$org/artifacts/$fingerprint', params: { org: props.org, fingerprint } })
  }
  return (
    <form
      role="search"
      noValidate
      className="mt-4 grid max-w-[72ch] gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        search(event.currentTarget)
      }}
    >
      <TextField
        label="Fingerprint, or its first characters"
        name="fingerprint"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        defaultValue={props.text}
        error={error}
      />
      <span>
        <Button type="submit" kind="primary" className="max-md:w-full">
          Search all flows
        </Button>
      </span>
    </form>
  )
}

const fingerprintOrPrefix = /^[a-f0-9]{5,64}$/

/** A fingerprint or the start of one as people paste it, `sha256:` and capitals too; else null. */
export function readFingerprint(text: string): string | null {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^sha256:/, '')
  return fingerprintOrPrefix.test(bare) ? bare : null
}

/** Hint where a text is no fingerprint. */
export const fingerprintRule =
  'A fingerprint has 64 characters of 0–9 and a–f; the first 5 or more are enough.'
