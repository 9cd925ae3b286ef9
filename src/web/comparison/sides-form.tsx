import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { environmentNamesQuery } from './queries.ts'
import { type Side, sideExpression } from './sides.ts'
import { SidePicker } from './side-picker.tsx'
import { missingLabels } from './words.ts'

/** What is compared, to be changed; a side that is not there says so at its own field. */
export function SidesForm(props: {
  org: string
  base: Side
  head: Side
  errors: Record<string, string>
  onCompare: (sides: { base: Side; head: Side }) => void
  onSwap: () => void
}) {
  const { org, errors } = props
  const [sides, setSides] = useState({ base: props.base, head: props.head })
  const names = useQuery(environmentNamesQuery(org)).data?.environments.map(({ name }) => name)
  const error = (name: 'base' | 'head') => {
    const [asked, refusal] = [sideExpression(props[name]), errors[name]]
    // What is changed since was not asked for yet.
    if (!refusal || sideExpression(sides[name]) !== asked) return undefined
    return missingLabels(props[name].env, asked, refusal)
  }
  return (
    <form
      aria-label="What is compared"
      className="mb-4 flex flex-wrap items-start gap-4 rounded-card border border-line p-4 max-md:flex-col max-md:items-stretch"
      onSubmit={(event) => {
        event.preventDefault()
        props.onCompare(sides)
      }}
    >
      <SidePicker
        label="Base"
        side={sides.base}
        environments={[]}
        error={error('base')}
        onChange={(base) => setSides({ ...sides, base })}
      />
      <Button
        className="mt-[26px] max-md:mt-0"
        onClick={props.onSwap}
        title="Swap base and head (s)"
      >
        <Icon of={ArrowLeftRight} small />
        Swap
      </Button>
      <SidePicker
        label="Head"
        side={sides.head}
        environments={names ?? []}
        error={error('head')}
        onChange={(head) => setSides({ ...sides, head })}
      />
      <Button type="submit" kind="primary" className="mt-[26px] max-md:mt-0">
        Compare
      </Button>
    </form>
  )
}
