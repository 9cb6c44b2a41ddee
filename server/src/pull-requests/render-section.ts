import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { codeBlock, plain } from './escape.ts'

type Compared = z.input<typeof Comparison>
type Change = Compared['improvements'][number]
type Judged = Compared['regressions'][number]

/** Tests listed in a group before the rest is counted only. */
const MOST_LISTED = 20

const VERDICT_WORDS: Record<Judged['verdict']['kind'], string> = {
  mine: 'this change',
  'base-is-broken': 'broken on the base already',
  'known-flake': 'known flake',
  infrastructure: 'infrastructure',
  unknown: 'not certain',
}

/** One project and suite of the comment: the answer first, then what it rests on. */
export function renderSection(compared: Compared): string {
  const { head, base } = compared
  return [
    `### ${headline(compared)}`,
    facts(compared),
    judgedGroup('❌ Regressions', compared.regressions, true),
    errorGroup('❌ Failures outside tests', compared.errors.introduced),
    judgedGroup('🔴 Still failing', compared.stillFailing, false),
    group('🎲 Newly flaky', compared.newlyFlaky, (change) => errorLine(change)),
    group(
      '🐢 Slower',
      compared.slower,
      (change) =>
        `${duration(change.usualMs)} → **${duration(change.headMs)}** (usual spread ${deviation(change)}, ${change.runs} runs)`,
    ),
    group('⏸️ Stopped running', compared.stoppedRunning, (change) => plain(change.reason)),
    group('✅ Fixed', compared.improvements, () => ''),
    group(
      '🚀 Faster',
      compared.faster,
      (change) => `${duration(change.usualMs)} → **${duration(change.headMs)}**`,
    ),
    group('🆕 New', compared.newTests, (change) =>
      change.head?.status === 'passed' ? '' : `**${change.head?.status}**${errorLine(change, ' — ')}`,
    ),
    group('🗑️ Removed', compared.removed, () => ''),
    renames(compared),
    base === null ? failuresOf(compared) : '',
    `[The whole run](${head.url})`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Answers "is it me?" before anything else. */
function headline({ head, base, regressions, stillFailing, provisional, errors }: Compared): string {
  const name = `${plain(head.project)} / ${plain(head.suite)}`
  const say = (answer: string) => `${answer} · ${name}${provisional ? ' · still running' : ''}`
  const mine = regressions.filter(({ verdict }) => verdict.kind === 'mine').length
  const unsure = regressions.filter(({ verdict }) => verdict.kind === 'unknown').length
  if (base === null) {
    const failed = head.counts.failed + head.counts.errors
    return say(
      failed > 0
        ? `${count(failed, 'failure')}, nothing to compare with yet`
        : 'All passed, nothing to compare with yet',
    )
  }
  if (mine > 0) return say(`❌ It is this change: ${count(mine, 'test')} broke`)
  if (errors.introduced.length > 0)
    return say(`❌ It is this change: ${count(errors.introduced.length, 'failure')} outside tests`)
  if (unsure > 0) return say(`⚠️ ${count(unsure, 'test')} broke, perhaps by this change`)
  if (regressions.length > 0)
    return say(`✅ Not this change: ${count(regressions.length, 'failure')} explained otherwise`)
  if (stillFailing.length > 0 || errors.persisting.length > 0)
    return say('✅ Not this change: what fails is broken on the base')
  return say(
    head.state === 'failed'
      ? '⚠️ The run failed, though no test did'
      : head.state === 'incomplete' || head.state === 'cancelled'
        ? `⚠️ The run is ${head.state}`
        : '✅ Nothing broke',
  )
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
  if (base && legs.onlyHead.length > 0)
    lines.push(
      `Not compared, since the base did not run there: ${legs.onlyHead.map((leg) => plain(leg)).join(', ')}.`,
    )
  return lines.join(' ')
}

function judgedGroup(title: string, changes: Judged[], open: boolean): string {
  if (changes.length === 0) return ''
  const items = changes.slice(0, MOST_LISTED).map((change) => {
    const lines = [
      `- **${nameOf(change)}** — ${VERDICT_WORDS[change.verdict.kind]}`,
      `  ${plain(change.verdict.because, 400)}`,
    ]
    if (change.error) lines.push('', indent(codeBlock(change.error.message)))
    return lines.join('\n')
  })
  return foldable(`${title} (${changes.length})`, [...items, ...rest(changes.length)].join('\n'), open)
}

function group<C extends Change>(title: string, changes: C[], tell: (change: C) => string): string {
  if (changes.length === 0) return ''
  const items = changes.slice(0, MOST_LISTED).map((change) => {
    const told = tell(change)
    return `- ${nameOf(change)}${told === '' ? '' : ` — ${told}`}`
  })
  return foldable(`${title} (${changes.length})`, [...items, ...rest(changes.length)].join('\n'), false)
}

function errorGroup(title: string, errors: Compared['errors']['introduced']): string {
  if (errors.length === 0) return ''
  const items = errors
    .slice(0, MOST_LISTED)
    .map((error) => `- **${plain(error.file ?? 'the run itself')}**\n\n${indent(codeBlock(error.message))}`)
  return foldable(`${title} (${errors.length})`, [...items, ...rest(errors.length)].join('\n'), true)
}

function renames({ renameCandidates }: Compared): string {
  if (renameCandidates.length === 0) return ''
  const items = renameCandidates
    .slice(0, MOST_LISTED)
    .map(({ from, to }) => `- ${nameOf(from)} → ${nameOf(to)}`)
  return foldable(
    `✏️ Perhaps renamed (${renameCandidates.length})`,
    [...items, ...rest(renameCandidates.length)].join('\n'),
    false,
  )
}

const failuresOf = ({ head }: Compared) =>
  head.counts.failed > 0
    ? `${count(head.counts.failed, 'test')} failed: [see them](${head.url}?status=failed).`
    : ''

const foldable = (title: string, body: string, open: boolean) =>
  `<details${open ? ' open' : ''}><summary>${title}</summary>\n\n${body}\n\n</details>`

const rest = (all: number) => (all > MOST_LISTED ? [`- … and ${all - MOST_LISTED} more`] : [])

const nameOf = (test: Pick<Change, 'file' | 'titles' | 'variant' | 'occurrence'>) => {
  const variant = test.variant ? ` [${plain(test.variant)}]` : ''
  const again = test.occurrence > 0 ? ` (no. ${test.occurrence + 1})` : ''
  return `${plain(test.titles.join(' › '))}${again}${variant} · ${plain(test.file)}`
}

const errorLine = (change: Change, before = '') =>
  change.error ? before + plain(change.error.message.split('\n')[0] ?? '') : ''

const indent = (block: string) => block.replace(/^/gm, '  ')

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

const deviation = ({ deviations, headMs, usualMs }: Compared['slower'][number]) =>
  duration(Math.abs((headMs - usualMs) / deviations))

/** A duration as people say it. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}
