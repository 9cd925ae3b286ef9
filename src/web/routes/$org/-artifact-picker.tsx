import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { artifactsNamedQuery } from '#web/artifact/queries.ts'
import { buildListQuery } from '#web/build/queries.ts'
import { Fingerprint, ImageName } from '#web/domain-ui/fingerprint.tsx'
import { readSha, shaPattern, searchQuery } from '#web/search/search.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** Something to ask about. */
interface Candidate {
  fingerprint: string
  name: string
  about: string
}

function remarkOf(text: string | undefined, hasMore: boolean): string {
  if (!text) return 'of the last 28 days; pick what you want to deploy'
  return hasMore ? 'the newest; write more of the name to find others' : ''
}

/** Artifacts to ask about: recent builds, or what a text finds. */
export function ArtifactPicker(props: {
  org: string
  text: string | undefined
  chosen: readonly string[]
  /** Takes the only one that was found, without a press. */
  onOnly: ((fingerprint: string) => void) | undefined
  onPick: (fingerprint: string) => void
}) {
  const { org, text, chosen, onPick } = props
  const sha = readSha(text ?? '')
  const isSha = shaPattern.test(sha)
  const found = useQuery({ ...searchQuery(org, sha), enabled: isSha, retry: false })
  const named = useQuery({
    ...artifactsNamedQuery(org, text ?? ''),
    enabled: Boolean(text),
    placeholderData: keepPreviousData,
  })
  const builds = useQuery({ ...buildListQuery(org, { per_page: 50 }), enabled: !text })
  const listed = text ? named : builds
  const byName = (listed.data?.data ?? []).map(
    ({ fingerprint, filename, flow_name, trail_name }): Candidate => ({
      fingerprint,
      name: filename,
      about: [flow_name, trail_name].filter(Boolean).join(' '),
    }),
  )
  const bySha = (found.data?.artifacts ?? []).map(({ fingerprint, name, flow }): Candidate => ({
    fingerprint,
    name,
    about: flow || 'only seen running',
  }))
  const all = [...(isSha ? bySha : []), ...byName]
  const shown = [...new Map(all.map((one) => [one.fingerprint, one])).values()]
  const [only, second] = shown
  const take = useEffectEvent((fingerprint: string) => props.onOnly?.(fingerprint))
  const isLooking = listed.isFetching || (isSha && found.isFetching)
  const sole = only && !second && !isLooking ? only.fingerprint : undefined
  useEffect(() => {
    if (sole) take(sole)
  }, [sole])
  return (
    <Card
      title={text ? `Found for “${text}”` : 'Recent builds'}
      remark={remarkOf(text, named.data?.has_more === true)}
    >
      {isLooking && shown.length === 0 && <SkeletonRows rows={3} />}
      {!isLooking && shown.length === 0 && (
        <p className="border-t border-line px-4 py-6 text-center text-table text-muted">
          {text
            ? `No artifact is called “${text}”, and no fingerprint or commit begins with it. A whole fingerprint of 64 characters can be asked about before it is reported.`
            : 'Nothing was built in the last 28 days. Write a fingerprint, a commit or a name above.'}
        </p>
      )}
      {shown.length > 0 && (
        <ul className="border-t border-line text-table">
          {shown.map(({ fingerprint, name, about }) => (
            <li
              key={fingerprint}
              className="flex min-h-9 items-center gap-3 border-b border-line px-4 py-1 last:border-0 max-md:flex-wrap"
            >
              <span className="min-w-0 flex-1 truncate max-md:w-full max-md:flex-none max-md:wrap-anywhere max-md:whitespace-normal">
                <span className="font-medium">
                  <ImageName name={name} />
                </span>{' '}
                <span className="text-muted">{about}</span>
              </span>
              <Fingerprint value={fingerprint} />
              <Button
                size="small"
                disabled={chosen.includes(fingerprint)}
                aria-label={`Choose ${name}`}
                onClick={() => onPick(fingerprint)}
              >
                {chosen.includes(fingerprint) ? 'Chosen' : 'Choose'}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
