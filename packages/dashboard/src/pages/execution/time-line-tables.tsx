import { getRouteApi } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import { Disclosure } from '../../parts/disclosure.tsx'
import { type Column, ScrollTable } from '../../parts/scroll-table.tsx'
import { StatusIcon } from '../../parts/status.tsx'
import { VirtualRows } from '../../parts/virtual-rows.tsx'
import { count, durationText, number } from '../../parts/words.ts'
import { searchOf } from './address-of.ts'
import type { Bar, PartLanes } from './lanes.ts'

const route = getRouteApi('/executions/$id')
const ROW = 44

const COLUMNS: Column[] = [
  'Part',
  ['Lane', 'n'],
  ['Attempts', 'n'],
  ['Busy', 'n'],
  ['First began', 'n'],
  ['Last ended', 'n'],
  ['Longest wait', 'n'],
]

/** The lanes as figures. */
export const PartTable = memo(PartTableOf)

function PartTableOf({ parts }: { parts: PartLanes[] }) {
  return (
    <section className="card" aria-labelledby="lanes">
      <header>
        <h2 id="lanes">Parts and lanes</h2>
      </header>
      <ScrollTable label="Parts and lanes as a table" columns={COLUMNS}>
        {parts.flatMap((part) =>
          part.lanes.map((lane, i) => (
            <tr key={`${part.part.number} ${lane[0]?.lane}`}>
              <th scope="row">{part.label}</th>
              <td className="n">{i + 1}</td>
              <td className="n">{number(lane.length)}</td>
              <td className="n">
                {durationText(lane.reduce((sum, bar) => sum + bar.endMs - bar.startMs, 0))}
              </td>
              <td className="n">{durationText(lane[0]?.startMs ?? 0)}</td>
              <td className="n">{durationText(lane.at(-1)?.endMs ?? 0)}</td>
              <td className="n">{durationText(longestWaitOf(lane, part.startMs))}</td>
            </tr>
          )),
        )}
      </ScrollTable>
    </section>
  )
}

const longestWaitOf = (lane: Bar[], sinceMs: number): number =>
  lane.reduce((most, bar, i) => Math.max(most, bar.startMs - (lane[i - 1]?.endMs ?? sinceMs)), 0)

interface Item {
  bar: Bar
  part: PartLanes
}

const keyOfItem = ({ bar }: Item): string => `${bar.key} ${bar.attempt}`

/** Every attempt in the order of its start, for readers who cannot see the drawing. */
export function AttemptList({ parts, attempts }: { parts: PartLanes[]; attempts: number }) {
  const pane = route.useSearch({ select: (search) => search.pane })
  const navigate = route.useNavigate()
  return (
    <section className="card attempts-by-start">
      <Disclosure
        title="All attempts in the order of their start"
        note={count(attempts, 'attempt')}
        isOpen={pane === 'attempts'}
        onToggle={(isOpen) =>
          navigate({
            search: (before) => ({ ...before, pane: isOpen ? 'attempts' : undefined }),
            replace: true,
            resetScroll: false,
          })
        }
      >
        <Attempts parts={parts} />
      </Disclosure>
    </section>
  )
}

function Attempts({ parts }: { parts: PartLanes[] }) {
  const items = useMemo(
    () =>
      parts
        .flatMap((part) => part.lanes.flatMap((lane) => lane.map((bar) => ({ bar, part }))))
        .sort((a, b) => a.bar.startMs - b.bar.startMs),
    [parts],
  )
  return (
    <VirtualRows items={items} rowHeight={ROW} keyOf={keyOfItem} label="Attempts">
      {({ bar, part }) => (
        <route.Link className="attempt" to="." search={searchOf(bar)}>
          <StatusIcon status={bar.status} isNamed />
          <span className="name ellipsis">{bar.result.titles.join(' › ')}</span>
          <span className="muted nowrap not-phone">
            {part.label}, lane {bar.lane + 1}
          </span>
          <span className="n nowrap">
            {durationText(bar.startMs)} + {durationText(bar.endMs - bar.startMs)}
          </span>
        </route.Link>
      )}
    </VirtualRows>
  )
}
