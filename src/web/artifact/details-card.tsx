import type { Artifact } from '#contract/artifact/artifact.ts'
import { Card } from '../ui/card.tsx'
import { DescriptionItem, DescriptionList } from '../ui/pairs.tsx'
import { ReportedLink, ReportedValue } from '../ui/reported-value.tsx'

/** What the reporter said of an artifact besides: links and annotations; nothing if there is none. */
export function DetailsCard(props: { artifact: Artifact }) {
  const links = Object.entries(props.artifact.external_urls)
  const notes = Object.entries(props.artifact.annotations)
  if (links.length + notes.length === 0) return null
  return (
    <Card title="Annotations and links">
      <div className="border-t border-line px-4 py-3">
        <DescriptionList>
          {notes.map(([label, value]) => (
            <DescriptionItem key={`annotation/${label}`} label={label}>
              <ReportedValue value={value} />
            </DescriptionItem>
          ))}
          {links.map(([label, value]) => (
            <DescriptionItem key={`link/${label}`} label={label}>
              <ReportedLink label={label} value={value} />
            </DescriptionItem>
          ))}
        </DescriptionList>
      </div>
    </Card>
  )
}
