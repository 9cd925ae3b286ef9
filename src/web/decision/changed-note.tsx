import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { getDecisionPage } from '#contract/decision/decision.ts'
import { lazyPart } from '#web/connection/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Note } from '#web/ui/note.tsx'

const ChangesTable = lazyPart(
  () => import('#web/ui/changes-table.tsx'),
  <div className="h-40 border-t border-line" />,
)

type DecisionPage = ResponseOf<typeof getDecisionPage>
type Version = NonNullable<DecisionPage['current']>

const sideOf = ({ version, event, name, description, links }: Version) => ({
  name: `version ${version}`,
  text: [
    `State: ${event === 'archived' ? 'archived' : 'in use'}`,
    `Name: ${name}`,
    `Description: ${description || 'none'}`,
    ...Object.entries(links).map(([label, url]) => `Link ${label}: ${url}`),
    '',
  ].join('\n'),
})

/** Notes that the control has changed since, and shows how. */
export function ChangedNote(props: { org: string; page: DecisionPage }) {
  const { org, page } = props
  const { decision, recorded, current } = page
  const [isShown, setShown] = useState(false)
  if (!current) {
    return <Note>No control with the identifier {decision.control} exists.</Note>
  }
  if (recorded?.version === current.version) return null
  return (
    <>
      <Note
        action={
          recorded ? (
            <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? 'Hide the changes' : 'Show the changes'}
            </Button>
          ) : (
            <Link
              to="/$org/controls/$control/{-$tab}"
              params={{ org, control: decision.control }}
              className="text-accent hover:underline max-md:py-3"
            >
              Open the control
            </Link>
          )
        }
      >
        {recorded
          ? `The control changed since: this was decided by version ${recorded.version}, it is now at version ${current.version}.`
          : 'The control was made after this decision was recorded.'}
      </Note>
      {isShown && recorded && (
        <div className="mb-4">
          <Card title={`From version ${recorded.version} to version ${current.version}`}>
            <ChangesTable before={sideOf(recorded)} after={sideOf(current)} />
          </Card>
        </div>
      )}
    </>
  )
}
