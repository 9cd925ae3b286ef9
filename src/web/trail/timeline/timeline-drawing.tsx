import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { verdictText } from '#domain/verdict/qualified-verdict.ts'
import { type Verdict, VerdictMark } from '#web/domain-ui/verdict.tsx'
import { stampOf } from '#web/ui/time-text.ts'
import { type Cluster, type DrawnLane, layOut } from './timeline-layout.ts'
import { type Lane, type Moment, qualifiersOf } from './timeline.ts'

const compactBelow = 480

/** Lanes on a time axis: marks open their attestation, dashed boxes are what is absent. */
export function TimelineDrawing(props: { lanes: readonly Lane[]; width: number }) {
  const isCompact = props.width < compactBelow
  const layout = layOut(props.lanes, props.width, isCompact)
  const axis = layout.height - (isCompact ? 4 : 6)
  return (
    <svg
      width={layout.width}
      height={layout.height}
      role="group"
      aria-label="Timeline, the same as in the table"
      className="block overflow-visible text-[11px] [&_svg]:size-[14px]"
    >
      {layout.ticks.map((tick) => (
        <g key={tick.text + tick.x} className="fill-muted" aria-hidden="true">
          {!isCompact && (
            <path
              d={`M${Math.round(tick.x) + 0.5} 8V${axis - 16}`}
              className="stroke-line"
              shapeRendering="crispEdges"
            />
          )}
          <text x={tick.x} y={axis} textAnchor={isCompact && tick.x < 20 ? 'start' : 'middle'}>
            {tick.text}
          </text>
        </g>
      ))}
      {layout.lanes.map((placed) => (
        <LaneDrawing
          key={placed.lane.key}
          placed={placed}
          start={layout.start}
          compact={isCompact}
        />
      ))}
      {layout.breaks.map((cut) => (
        <BreakDrawing key={cut.x} {...cut} bottom={axis - 16} />
      ))}
    </svg>
  )
}

/** A stretch in which nothing happened, cut out of the axis. */
function BreakDrawing(props: { x: number; text: string; bottom: number }) {
  const { x, text, bottom } = props
  const middle = (4 + bottom) / 2
  return (
    <g aria-hidden="true">
      <title>{`Nothing for ${text}`}</title>
      <rect x={x - 10} y="4" width="20" height={bottom - 4} rx="3" className="fill-surface" />
      <text
        x={x}
        y={middle + 4}
        textAnchor="middle"
        transform={`rotate(-90 ${x} ${middle})`}
        className="fill-muted"
      >
        {text}
      </text>
    </g>
  )
}

function LaneDrawing(props: { placed: DrawnLane; start: number; compact: boolean }) {
  const { placed, start, compact } = props
  const { lane, y, clusters, missing } = placed
  return (
    <g role="group" aria-label={lane.name}>
      <text {...placed.label} className="fill-text text-[12px] font-medium" aria-hidden="true">
        <title>{lane.name}</title>
        {shortened(lane.name, compact ? 28 : 16)}
      </text>
      {clusters.length > 0 && (
        <path d={`M${start} ${y}H${placed.end}`} className="stroke-line-strong" />
      )}
      {missing && (
        <>
          <path
            d={`M${clusters.length > 0 ? placed.end : start} ${y}H${missing.x - 4}`}
            className="stroke-control-border"
            strokeDasharray="2 3"
          />
          <At x={missing.x + 7} y={y}>
            <title>{lane.missing.map(({ name }) => `${name} is missing`).join('\n')}</title>
            <VerdictMark verdict="missing" />
          </At>
          <text
            x={missing.x + 14}
            y={compact ? y - 14 : y + 22}
            textAnchor="end"
            className="fill-muted"
            aria-hidden="true"
          >
            {shortened(missing.text, 24)}
          </text>
        </>
      )}
      {clusters.map((cluster) => (
        <ClusterDrawing
          key={cluster.moments[0]?.key}
          cluster={cluster}
          y={y}
          numberY={compact ? y + 20 : y - 12}
          compact={compact}
        />
      ))}
    </g>
  )
}

function ClusterDrawing(props: { cluster: Cluster; y: number; numberY: number; compact: boolean }) {
  const { cluster, y, numberY } = props
  const { x, moments } = cluster
  const shown = mostSevere(moments)
  const label = moments.map(momentText).join('\n')
  const caption = [
    moments.length > 1 && moments.length,
    moments.some((moment) => moment.isOverride) && '⇄',
    moments.some((moment) => moment.isLate) && 'late',
  ]
    .filter(Boolean)
    .join(' ')
  const mark = (
    <>
      <title>{label}</title>
      <circle cx={x} cy={y} r="9" className="fill-bg" />
      {shown.verdict ? (
        <svg x={x - 7} y={y - 7} width="14" height="14" overflow="visible">
          <VerdictMark verdict={shown.verdict} silent />
        </svg>
      ) : (
        <circle cx={x} cy={y} r="4" className="stroke-text" fill="none" strokeWidth="1.5" />
      )}
    </>
  )
  const below = caption && (
    <text x={x} y={numberY} textAnchor="middle" className="fill-muted" aria-hidden="true">
      {caption}
    </text>
  )
  if (!shown.attestationId) {
    return (
      <>
        <g role="img" aria-label={label}>
          {mark}
        </g>
        {below}
      </>
    )
  }
  return (
    <>
      <Link
        to="."
        search={(search: object) => ({
          ...search,
          attestation_id: shown.attestationId ?? undefined,
        })}
        resetScroll={false}
        aria-label={label}
      >
        {mark}
        {props.compact && (
          <rect x={x - 12} y={y - 22} width="24" height="44" className="fill-transparent" />
        )}
      </Link>
      {below}
    </>
  )
}

function At(props: { x: number; y: number; children: ReactNode }) {
  return (
    <svg x={props.x - 7} y={props.y - 7} width="14" height="14" overflow="visible">
      {props.children}
    </svg>
  )
}

const weight: Record<Verdict, number> = {
  'non-compliant': 4,
  incomplete: 3,
  unknown: 2,
  compliant: 1,
  missing: 0,
  'not-asked': 0,
}

/** Of several moments in one place the one that must not be overlooked. */
function mostSevere(moments: readonly Moment[]): Moment {
  return moments.reduce((best, moment) => (weightOf(moment) >= weightOf(best) ? moment : best))
}

function weightOf(moment: Moment): number {
  return moment.verdict ? weight[moment.verdict] : -1
}

function momentText(moment: Moment): string {
  const verdict = moment.verdict
    ? `, ${verdictText({ verdict: moment.verdict, qualifiers: qualifiersOf(moment) })}`
    : ''
  return `${moment.label}${verdict}, ${stampOf(moment.at)}${moment.isLate ? ', late' : ''}`
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
