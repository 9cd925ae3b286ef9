import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { LoggedEvent } from '#contract/event/event.ts'
import { counted } from '#domain/common/counted.ts'
import { ListBody, listOfRows } from '#web/list/list-body.tsx'
import { useColumnChoice } from '#web/table/column-choice.tsx'
import { registryText, registryOf } from '#web/domain-ui/registry.ts'
import { dayGroups } from '#web/table/day-groups.ts'
import { clearing, isSet } from '#web/table/filter.ts'
import { useFrozenRows } from '#web/table/frozen-rows.tsx'
import { LongTable } from '#web/table/long-table.tsx'
import { PageFoot } from '#web/table/paging.tsx'
import { Button } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { NoMatch } from '#web/ui/empty.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { stampOf } from '#web/ui/time-text.ts'
import { changesOf, noneBeforeText } from './event-labels.ts'
import { eventColumns } from './columns.tsx'
import { logFilters } from './filters.ts'
import { FlipSwitch } from './flip-switch.tsx'
import { HistogramCard } from './histogram-card.tsx'
import { HistogramSpace } from './histogram-space.tsx'
import {
  type LogSearch,
  eventDaysQuery,
  filtersIn,
  ofEnvironment,
  logWindowText,
} from './queries.ts'
import { useEventPages } from './use-event-pages.ts'

const idOf = (event: LoggedEvent) => event.event_id
const anyWindow = { range: undefined, from: undefined, to: undefined }

const windowIn = ({ range, from, to }: LogSearch) => JSON.stringify([range, from, to])

/** Window and position of a log as it is opened, by its address. */
const openedBy = (search: LogSearch) => ({
  window: windowIn(search),
  around: search.event_id ?? search.anchor,
  isAround: filtersIn(search).isAround === true,
})

/** The log of one environment or of all: filters, histogram, events by day and snapshot. */
export function EventLog(props: {
  org: string
  /** The one environment, in whose own page the log stands. */
  env?: string
  /** Whether that is a logical one. */
  isLogical?: boolean
  search: LogSearch
  /** Changes the address; it replaces the entry where only the position in the log moves. */
  onChange: (change: Partial<LogSearch>, isPosition: boolean) => void
}) {
  const { org, env, search, onChange } = props
  const { event_id: cited, anchor } = search
  const [opened, setOpened] = useState(() => openedBy(search))
  // Another window, by a link or by going back, is another log.
  if (opened.window !== windowIn(search)) setOpened(openedBy(search))
  const { isAround: _, ...own } = filtersIn(search)
  const filters = {
    ...own,
    ...(env && ofEnvironment(env)),
    ...(opened.isAround && { isAround: true }),
  }
  const { scope, shown, ...log } = useEventPages(org, { filters, around: opened.around })
  const frozen = useFrozenRows(log.events, idOf, scope)
  const [isLive, setLive] = useState(false)
  const show = () => {
    log.restart()
    frozen.release()
  }
  const showWaiting = useEffectEvent(show)
  const mayShow = isLive && frozen.waiting !== null
  useEffect(() => {
    if (mayShow) showWaiting()
  }, [mayShow])
  useShortcuts([{ key: '.', label: 'Live tail: new events at once', run: () => setLive(!isLive) }])
  const registry = useMemo(
    () => registryOf(frozen.rows.map(({ artifact_name }) => artifact_name)),
    [frozen.rows],
  )
  const { changes, rowOf } = useMemo(() => changesOf(frozen.rows), [frozen.rows])
  const marked = rowOf(cited)
  const columns = useMemo(
    () => eventColumns(org, marked, registry, env !== undefined),
    [org, marked, registry, env],
  )
  const choice = useColumnChoice(columns)
  const days = useMemo(
    () => dayGroups(changes, ({ recorded_at }) => recorded_at, 'change'),
    [changes],
  )
  const frame = useScrollTo(rowOf(cited ?? anchor), frozen.rows)
  const isAround = shown.isAround === true
  const newest = { anchor: undefined, event_id: undefined, ignored: undefined }
  const narrow = (change: Partial<LogSearch>) => {
    setOpened({ ...opened, around: undefined, isAround: false })
    onChange({ ...change, ...newest }, false)
  }
  const chips = logFilters(org, search, !env, narrow)
  const clear = () => narrow(clearing(search))
  const citedAt = log.events.find(({ event_id }) => event_id === opened.around)?.recorded_at
  const windowText = logWindowText(shown, isAround)
  const around = isAround ? (citedAt ?? null) : null
  const { data: counts } = useQuery(eventDaysQuery(org, shown, around))
  const none = (
    <Frame isBusy={log.isLoading}>
      <NoEvent
        windowText={windowText}
        isNarrowed={
          shown.flips === true || chips.some((chip) => chip.kind !== 'time' && isSet(chip))
        }
        isOfActive={!env && !shown.environment?.length}
        lastBefore={log.lastBefore}
        onClear={clear}
        onShow={(event_id) => {
          setOpened({ window: windowIn(anyWindow), around: event_id, isAround: true })
          onChange({ ...anyWindow, anchor: undefined, event_id }, false)
        }}
      />
    </Frame>
  )
  const list = {
    ...listOfRows({ rows: frozen.rows, filters: chips, onClear: clear }),
    search,
    query: log.query,
    isBusy: log.isLoading,
    // Always of a stretch of time: what is not there is said in its text.
    isNarrowed: false,
    log: {
      narrowing: search.flips,
      stretches: log.stretches,
      hasOlder: log.loadOlder !== null,
    },
    frozen: { ...frozen, waiting: isLive ? null : frozen.waiting, release: show },
    forget: () => onChange({ ignored: undefined }, true),
  }
  return (
    <ListBody
      columns={choice}
      list={list}
      title="Events"
      what={shown.flips ? 'flip' : 'event'}
      above={
        <HistogramSpace isOfAll={!env}>
          <HistogramCard org={org} filters={shown} around={around} />
        </HistogramSpace>
      }
      none={none}
      tools={
        <>
          <Button
            size="small"
            aria-pressed={isLive}
            title="Show new events at once (.)"
            className="aria-pressed:bg-hover"
            onClick={() => setLive(!isLive)}
          >
            Live tail
          </Button>
          <FlipSwitch
            counts={counts}
            isOfFlips={search.flips === true}
            onPick={(flips) => narrow({ flips: flips || undefined })}
          />
        </>
      }
    >
      {log.loadNewer && (
        <p className="border-b border-line px-4 py-2 text-center">
          <Button kind="quiet" onClick={log.loadNewer}>
            Load newer
          </Button>
        </p>
      )}
      <div
        ref={frame}
        className="[&_tr:has([data-cited])>td]:bg-accent-tint! max-md:[&_tr:has([data-cited])]:bg-accent-tint"
      >
        <LongTable
          caption={`Events ${windowText}, newest first`}
          columns={columns}
          choice={choice}
          groups={days}
          rowId={idOf}
        />
      </div>
      <PageFoot
        rows={counted(frozen.rows.length, shown.flips ? 'flip' : 'event')}
        order={[
          `${windowText}, newest first`,
          changes.length < frozen.rows.length &&
            `, as ${counted(changes.length, 'change')}: an exit and a start of one name are one`,
          !shown.event?.includes('scaled') && '; scaling is left out',
          props.isLogical && '; of its current members, including from before they joined',
          registryText(registry),
        ]
          .filter(Boolean)
          .join('')}
        links={
          log.loadOlder && (
            <Button
              size="small"
              isBusy={log.isLoading}
              onClick={() => {
                const next = log.loadOlder?.()
                if (next) onChange({ anchor: next, event_id: undefined }, true)
              }}
            >
              Load older
            </Button>
          )
        }
      />
    </ListBody>
  )
}

/** Brings the event that the address names into sight, once when the page opens. */
function useScrollTo(id: string | undefined, rows: readonly LoggedEvent[]) {
  const router = useRouter()
  const frame = useRef<HTMLDivElement>(null)
  const wanted = useRef(id)
  useEffect(() => {
    if (rows.length === 0) return
    const show = () => {
      const links = frame.current?.querySelectorAll<HTMLElement>('[data-event]') ?? []
      const link = [...links].find((one) => one.dataset['event'] === wanted.current)
      if (!link) return
      link.scrollIntoView({ block: 'center' })
      // The router goes to the top of a new page when it is idle: rows may be drawn before that.
      if (router.stores.status.get() === 'idle') wanted.current = undefined
    }
    show()
    return router.subscribe('onRendered', show)
  }, [router, rows])
  return frame
}

function NoEvent(props: {
  windowText: string
  isNarrowed: boolean
  /** Archived environments are left out. */
  isOfActive: boolean
  lastBefore: { event_id: string; recorded_at: number } | null
  onClear: () => void
  onShow: (id: string) => void
}) {
  const { windowText, lastBefore } = props
  const last = lastBefore
    ? `The last one before was on ${stampOf(lastBefore.recorded_at)}.`
    : noneBeforeText(props.isOfActive)
  return (
    <NoMatch sentence={`No event ${windowText}${props.isNarrowed ? ' matches' : ''}. ${last}`}>
      {lastBefore && (
        <Button onClick={() => props.onShow(lastBefore.event_id)}>Show that event</Button>
      )}
      {props.isNarrowed && (
        <Button kind="quiet" onClick={props.onClear}>
          Clear all
        </Button>
      )}
    </NoMatch>
  )
}
