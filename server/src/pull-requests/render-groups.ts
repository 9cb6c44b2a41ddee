import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { codeBlock, plain } from './escape.ts'
import { firstLine, nameOf, type OwnersOfFile, ownedBy } from './name.ts'
import { duration } from './words.ts'

type Compared = z.input<typeof Comparison>
type Change = Compared['improvements'][number]
type Judged = Compared['regressions'][number]

/** How much of a group is told: tests listed before the rest is only counted, and errors in full or not. */
export interface Detail {
  mostListed: number
  errors: boolean
}

const VERDICT_WORDS: Record<Judged['verdict']['kind'], string> = {
  mine: 'this change',
  'base-is-broken': 'broken on the base already',
  'known-flake': 'known flake',
  infrastructure: 'infrastructure',
  unknown: 'not certain',
}

/** Everything that changed, group by group, the worst first. */
export function renderGroups(compared: Compared, detail: Detail, ownersOf: OwnersOfFile): string[] {
  const { base, legs, slower, faster, newTests, errors } = compared
  const failing = newTests.filter(isFailing)
  const errorOf = errorTeller(detail)
  // One leg needs no name; of several it says which test is meant.
  const name = (change: Change) => {
    const isOne = legs.compared.length + legs.onlyHead.length === 1
    return isOne ? nameOf(change) : `${nameOf(change)} (${plain(change.leg)})`
  }
  // Comments break a line where one ends, summaries where two spaces stand before: both are there.
  const judged = (change: Judged) => [
    `- **${name(change)}** — ${VERDICT_WORDS[change.verdict.kind]}${ownedBy(change, ownersOf)}  `,
    `  ${plain(change.verdict.because, 400)}${runsOf(change)}`,
    ...errorOf(change),
  ]
  const told = (tell: (change: Change) => string) => (change: Change) => {
    const words = tell(change)
    return [`- ${name(change)}${words === '' ? '' : ` — ${words}`}`]
  }
  const group = <T>(title: string, items: T[], linesOf: (item: T) => string[], open = false) =>
    foldable(title, items, linesOf, detail.mostListed, open)
  return [
    group('❌ Regressions', compared.regressions, judged, true),
    group('❌ Failing tests that are new or were skipped before', failing, judged, true),
    group('❌ Failures outside tests', errors.introduced, (error) => outsideError(error, detail), true),
    group(
      base === null ? '❌ Failures' : '❌ Failures where the base did not run',
      compared.failuresNotCompared,
      (change) => [`- **${name(change)}**${ownedBy(change, ownersOf)}`, ...errorOf(change)],
      true,
    ),
    group('🔴 Still failing', compared.stillFailing, judged),
    group('🔴 Failures outside tests that the base has too', errors.persisting, (error) =>
      outsideError(error, detail),
    ),
    group('🎲 Newly flaky', compared.newlyFlaky, told(errorLine)),
    group('🐢 Slower', slower, (change) => [
      `- ${name(change)} — ${duration(change.usualMs)} → **${duration(change.headMs)}** (usual spread ${spread(change)}, ${change.runs} runs)`,
    ]),
    group('⏸️ Stopped running', compared.stoppedRunning, (change) => [
      `- ${name(change)} — ${plain(change.reason)}`,
    ]),
    group('✅ Fixed', compared.improvements, told(nothing)),
    group('🚀 Faster', faster, (change) => [
      `- ${name(change)} — ${duration(change.usualMs)} → **${duration(change.headMs)}**`,
    ]),
    group(
      '🆕 New',
      newTests.filter((test) => !isFailing(test)),
      told(newlyRun),
    ),
    group('🗑️ Removed', compared.removed, told(nothing)),
    group('✏️ Perhaps renamed', compared.renameCandidates, ({ from, to }) => [
      `- ${nameOf(from)} → ${nameOf(to)}`,
    ]),
  ].filter((part) => part !== '')
}

/** Runs that made a verdict, which this many are linked of. */
const MOST_RUNS = 5

function runsOf({ verdict }: Judged): string {
  const shown = verdict.evidence.slice(0, MOST_RUNS).map(({ url }, i) => `[${i + 1}](${url})`)
  if (shown.length === 0) return ''
  const all = Object.values(verdict.evidenceTotals).reduce((sum, runs) => sum + (runs ?? 0), 0)
  return ` Runs: ${shown.join(', ')}${all > shown.length ? ` and ${all - shown.length} more` : ''}`
}

const nothing = () => ''

/** A new test that failed was judged, as nothing else among them. */
const isFailing = (test: Compared['newTests'][number]): test is Judged => test.verdict !== null

const newlyRun = (change: Change) =>
  change.head?.status === 'passed'
    ? ''
    : `**${change.head?.status}**${change.base ? ', skipped before' : ''}${change.error ? ` — ${errorLine(change)}` : ''}`

function foldable<T>(
  title: string,
  items: T[],
  linesOf: (item: T) => string[],
  most: number,
  open: boolean,
): string {
  if (items.length === 0) return ''
  const lines = items.slice(0, most).flatMap(linesOf)
  if (items.length > most) lines.push(`- … and ${items.length - most} more`)
  const summary = `<summary>${title} (${items.length})</summary>`
  return `<details${open ? ' open' : ''}>${summary}\n\n${lines.join('\n')}\n\n</details>`
}

const outsideError = ({ file, message }: Compared['errors']['introduced'][number], detail: Detail) => [
  `- **${file === null ? 'the run itself' : plain(file)}**`,
  ...(detail.errors ? ['', indent(codeBlock(message))] : []),
]

/** Tells each error once: where a helper broke, a hundred tests have the same. */
function errorTeller({ errors }: Detail) {
  const firstWith = new Map<string, Change>()
  return (change: Change): string[] => {
    if (!errors || !change.error) return []
    const { message, fingerprint } = change.error
    const first = firstWith.get(fingerprint)
    if (first) return ['', `  The same error as ${nameOf(first)}.`]
    firstWith.set(fingerprint, change)
    return ['', indent(codeBlock(message))]
  }
}

const errorLine = (change: Change) => (change.error ? firstLine(change.error.message) : '')

const indent = (block: string) => block.replace(/^/gm, '  ')

const spread = ({ deviations, headMs, usualMs }: Compared['slower'][number]) =>
  duration(Math.abs((headMs - usualMs) / deviations))
