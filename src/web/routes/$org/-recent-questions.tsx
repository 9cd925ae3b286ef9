import { Link } from '@tanstack/react-router'
import { counted } from '#domain/common/counted.ts'
import { ArtifactName } from '#web/domain-ui/artifact-name.tsx'
import { VerdictLabel, verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import type { RecentQuestion } from '#web/verdict/recent-questions.ts'

/** The questions that the person asked last, each with its answer of then; a press asks anew. */
export function RecentQuestions(props: { org: string; questions: readonly RecentQuestion[] }) {
  const { org, questions } = props
  return (
    <Card title="Asked lately" remark="by you in this browser, answered anew when opened">
      <SmallTable
        caption="Questions asked lately"
        columns={[
          { heading: 'What and where' },
          { heading: 'Answer then', width: '10.5rem' },
          { heading: 'Asked', width: '5.5rem', isNumber: true },
        ]}
        className="border-t border-line max-md:border-0"
      >
        {questions.map((one) => (
          <tr key={one.evaluated_at} role="row">
            <td role="cell" className="max-md:-order-1 max-md:w-full max-md:text-body">
              <Link
                to="/$org/can-i-deploy"
                params={{ org }}
                search={{
                  environment: one.environment,
                  ...(one.snapshot ? { snapshot: one.snapshot } : { fingerprint: one.fingerprint }),
                }}
                title={one.environment.join(', ')}
                className="relative block max-w-full truncate text-text hover:underline max-md:-my-3 max-md:py-3"
              >
                <span className="font-medium">
                  <What question={one} />
                </span>{' '}
                <span className="text-muted">to</span>{' '}
                <span className="font-medium">{one.environment.join(', ')}</span>
              </Link>
            </td>
            <td role="cell">
              <VerdictLabel
                verdict={verdictOfRunning(one.compliant)}
                qualifiers={one.qualifiers}
                label={answerLabel(one)}
              />
            </td>
            <td role="cell" className="text-right max-md:ml-auto" data-number>
              <TimeAgo at={one.evaluated_at} />
            </td>
          </tr>
        ))}
      </SmallTable>
    </Card>
  )
}

function What({ question }: { question: RecentQuestion }) {
  const { snapshot, fingerprint, names } = question
  const [name, ...others] = names
  if (snapshot !== undefined) return <>All of {snapshot}</>
  if (others.length > 0) return <>{counted(names.length, 'artifact')}</>
  return name ? <ArtifactName filename={name} /> : <>{fingerprint[0]?.slice(0, 12)}</>
}

/** "Yes", "No", "No, 3 of 12": how many of several results fail. */
function answerLabel({ compliant, failing, results }: RecentQuestion): string {
  if (compliant === null) return 'Unknown'
  if (compliant) return 'Yes'
  return results === 1 ? 'No' : `No, ${failing} of ${results}`
}
