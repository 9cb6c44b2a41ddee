import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { plain } from './escape.ts'
import { headline } from './headline.ts'
import { lookFirst } from './look-first.ts'
import type { OwnersOfFile } from './name.ts'
import { type Detail, renderGroups } from './render-groups.ts'
import { commitOf, countsOf } from './run-facts.ts'

type Compared = z.input<typeof Comparison>

/** One project and suite, what it waits for while it runs, and whose its files are. */
export interface Shown {
  compared: Compared
  waitingFor: string[]
  ownersOf: OwnersOfFile
}

/** From all there is to say to the answer alone, for comments that would be too long. */
export const DETAILS: (Detail | null)[] = [
  { mostListed: 20, errors: true },
  { mostListed: 10, errors: false },
  null,
]

/** One project and suite of the comment: the answer first, then what it rests on; groups only with a detail. */
export function renderSection({ compared, waitingFor, ownersOf }: Shown, detail: Detail | null): string {
  return [
    `### ${headline(compared)}`,
    ...awaited(waitingFor),
    ...(detail ? lookFirst(compared) : []),
    facts(compared),
    ...(detail ? renderGroups(compared, detail, ownersOf) : []),
    `[The whole run](${compared.head.url})`,
  ].join('\n\n')
}

const MOST_AWAITED = 5

function awaited(waitingFor: string[]): string[] {
  if (waitingFor.length === 0) return []
  const more = waitingFor.length - MOST_AWAITED
  const shown = waitingFor.slice(0, MOST_AWAITED).map((one) => plain(one))
  return [`⏳ Waiting for ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`]
}

function facts({ head, base, baseChoice, legs }: Compared): string {
  const lines = [`${countsOf(head)}${commitOf(head)}.`]
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
