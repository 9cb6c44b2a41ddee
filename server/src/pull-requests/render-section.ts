import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { plain } from './escape.ts'
import { headline } from './headline.ts'
import { type Detail, renderGroups } from './render-groups.ts'
import { duration } from './words.ts'

type Compared = z.input<typeof Comparison>

/** From all there is to say to the answer alone, for comments that would be too long. */
export const DETAILS: (Detail | null)[] = [
  { mostListed: 20, errors: true },
  { mostListed: 10, errors: false },
  null,
]

/** One project and suite of the comment: the answer first, then what it rests on; groups only with a detail. */
export function renderSection(compared: Compared, detail: Detail | null): string {
  return [
    `### ${headline(compared)}`,
    facts(compared),
    ...(detail ? renderGroups(compared, detail) : []),
    `[The whole run](${compared.head.url})`,
  ].join('\n\n')
}

function facts({ head, base, baseChoice, legs }: Compared): string {
  const { total, passed, failed, flaky, skipped } = head.counts
  const counts = [
    `${total} tests`,
    `${passed} passed`,
    failed && `${failed} failed`,
    flaky && `${flaky} flaky`,
    skipped && `${skipped} skipped`,
  ]
  const lines = [
    `${counts.filter(Boolean).join(', ')}${head.durationMs === null ? '' : ` in ${duration(head.durationMs)}`}.`,
  ]
  lines.push(
    base
      ? `Compared with [${base.testedSha ? plain(base.testedSha.slice(0, 7)) : 'the base run'}](${base.url}), ${plain(baseChoice.because)}.`
      : plain(baseChoice.because, 500),
  )
  if (legs.paired)
    lines.push(`The base ran on ${plain(legs.paired.base)}, this on ${plain(legs.paired.head)}.`)
  else if (base && legs.onlyHead.length > 0)
    lines.push(
      `Not compared, since the base did not run there: ${legs.onlyHead.map((leg) => plain(leg)).join(', ')}.`,
    )
  return lines.join(' ')
}
