import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Made } from './submit.ts'

/** After an override, or a request for one: where it is, and where to go on. */
export function MadeCard(props: {
  org: string
  flow: string
  trail: string
  name: string
  made: Made
}) {
  const { org, flow, trail, name, made } = props
  return (
    <Card title={made.isRequest ? 'Asked for approval' : 'Overridden'}>
      <div className="grid gap-3 px-4 pb-4 text-table">
        <p>
          {made.isRequest
            ? `A second person decides about ${name}. Until then the verdict stays as it is.`
            : `${name} counts as you said from now on; its evidence stays beside it.`}
        </p>
        <p className="flex flex-wrap gap-2">
          <Link
            to="/$org/overrides/$override"
            params={{ org, override: made.id }}
            className={buttonClass({ kind: 'primary' })}
          >
            {made.isRequest ? 'Open the request' : 'Open the override'}
          </Link>
          <Link
            to="/$org/flows/$flow/trails/$trail"
            params={{ org, flow, trail }}
            className={buttonClass()}
          >
            Open the trail
          </Link>
        </p>
      </div>
    </Card>
  )
}
