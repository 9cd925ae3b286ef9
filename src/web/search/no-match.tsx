import type { SearchText } from '#domain/search/search-text.ts'
import { hashIn, minHashLength } from '#domain/search/search-text.ts'

/** Why no commit and no fingerprint was found by a text. */
function hashText(text: string): string {
  const hash = hashIn(text)
  if (!/^[0-9a-f]+$/.test(hash)) return 'not searched: they are written with 0–9 and a–f only'
  const missing = minHashLength - hash.length
  if (missing > 0) return `not searched yet: ${missing} more character${missing === 1 ? '' : 's'}`
  return hash.length > 64
    ? 'not searched: they have at most 64 characters'
    : 'all, by their beginning'
}

/** Extent of a search that found nothing. */
export function NoMatch(props: { search: SearchText }) {
  const { text, kind, verdict } = props.search
  const rows = [
    ['Names', 'flows, environments, policies, controls, people, service accounts'],
    ['Trails, artifacts', 'all by the beginning of the name, the newest 1,000 anywhere in it'],
    ['Commits', hashText(text)],
    ['Words', 'messages of commits, reasons of overrides, tags'],
    ['Evidence', 'contents of files are never searched'],
  ]
  return (
    <div className="shrink-0 px-4 pt-4 pb-2 text-table">
      <p className="font-medium wrap-anywhere">
        {text === '' ? 'Nothing is so' : <>Nothing is called “{text}”</>}
      </p>
      {kind === null && verdict === null && (
        <>
          <h3 className="pt-4 pb-2 text-meta font-medium text-muted">What was searched</h3>
          <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-y-1">
            {rows.map(([term, description]) => (
              <div key={term} className="contents">
                <dt className="text-muted">{term}</dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  )
}
