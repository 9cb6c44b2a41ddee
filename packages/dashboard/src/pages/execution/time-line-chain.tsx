import { getRouteApi } from '@tanstack/react-router'
import { memo } from 'react'
import { type Column, ScrollTable } from '../../parts/scroll-table.tsx'
import { StatusIcon } from '../../parts/status.tsx'
import { count, durationText } from '../../parts/words.ts'
import { searchOf } from './address-of.ts'
import type { Link } from './lanes.ts'

const route = getRouteApi('/executions/$id')
const MOST = 12

const COLUMNS: Column[] = [
  'Test',
  ['Part', 'not-phone'],
  ['Waited', 'n'],
  ['Began', 'n not-phone'],
  ['Took', 'n'],
]

/** The attempts that determined when the run ended, one after the other, with their waits. */
export const Chain = memo(ChainOf)

function ChainOf({ chain, durationMs }: { chain: Link[]; durationMs: number }) {
  const last = chain.at(-1)
  if (!last) return null
  const waitMs = chain.reduce((sum, link) => sum + link.waitMs, 0)
  const testMs = chain.reduce((sum, { bar }) => sum + bar.endMs - bar.startMs, 0)
  const after = durationMs - last.bar.endMs
  const shown = longestOf(chain)
  return (
    <section className="card" aria-labelledby="chain">
      <header>
        <h2 id="chain">What decided the end</h2>
        <p className="muted">
          {count(chain.length, 'attempt')} one after the other: {durationText(testMs)} in tests,{' '}
          {durationText(waitMs)} between them{after >= 1 && `, ${durationText(after)} after the last`}.
          {shown.length < chain.length && ` The ${shown.length} longest are listed.`}
        </p>
      </header>
      <ScrollTable label="The chain as a table" columns={COLUMNS}>
        {shown.map(({ bar, of, waitMs }) => (
          <tr key={`${bar.key} ${bar.attempt}`}>
            <td>
              <route.Link className="test" to="." search={searchOf(bar)}>
                <StatusIcon status={bar.status} isNamed />
                <span>{bar.result.titles.join(' › ')}</span>
              </route.Link>
            </td>
            <td className="nowrap not-phone">{of.label}</td>
            <td className="n">{waitMs < 1 ? '—' : durationText(waitMs)}</td>
            <td className="n not-phone">{durationText(bar.startMs)}</td>
            <td className="n">{durationText(bar.endMs - bar.startMs)}</td>
          </tr>
        ))}
      </ScrollTable>
    </section>
  )
}

/** The links that took longest with their waits, in their order. */
function longestOf(chain: Link[]): Link[] {
  const cost = ({ bar, waitMs }: Link) => bar.endMs - bar.startMs + waitMs
  const longest = new Set([...chain].sort((a, b) => cost(b) - cost(a)).slice(0, MOST))
  return chain.filter((link) => longest.has(link))
}
