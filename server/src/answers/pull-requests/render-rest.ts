import { plainMarkdown, visibleLine } from '@svc/protocol'
import { link } from './links.ts'
import { commentNameOf, legsOf } from './name.ts'
import {
  type Change,
  type Compared,
  type Failing,
  firstLineOf,
  outlineOf,
  type Section,
  sizeOf,
} from './outline.ts'
import type { Detail, Shown } from './prepare-section.ts'
import { renderCauses, titleOf } from './render-causes.ts'
import { count, duration, inFiles } from './words.ts'

/** Everything less urgent, in one fold whose summary counts it. */
export function renderRest(folded: Section[], shown: Shown, detail: Detail): string[] {
  const lists = [
    ...folded.map((section) => ({
      title: titleOf(section.topic),
      total: sizeOf(section.failures).all,
      lines:
        section.topic === 'known-flake'
          ? renderFlakes(section, shown, detail)
          : renderCauses(section, shown, detail),
    })),
    ...changesOf(shown, detail),
  ].filter(({ total }) => total > 0)
  if (lists.length === 0) return []
  const counted = lists.map(({ title, total }) => `${title} (${total})`)
  // A single list has its name in the summary.
  const body = lists.map(({ title, total, lines }) =>
    [...(lists.length > 1 ? [`**${title} (${total})**`] : []), ...lines].join('\n\n'),
  )
  return [`<details><summary>${counted.join(' · ')}</summary>\n\n${body.join('\n\n')}\n\n</details>`]
}

interface List {
  title: string
  total: number
  lines: string[]
}

/** Changes without failures. */
function changesOf({ compared, historyOf }: Shown, detail: Detail): List[] {
  const {
    newlyFlaky,
    slower,
    slowerFiles,
    faster,
    newTests,
    removed,
    renameCandidates,
    improvements,
    errors,
  } = compared
  const listed = new Set(
    outlineOf(compared).flatMap(({ causes }) =>
      causes.flatMap(({ stopped }) => stopped.map(({ testId }) => testId)),
    ),
  )
  const stopped = compared.stoppedRunning.filter(
    ({ cause, testId }) => cause !== 'file-not-loaded' && !listed.has(testId),
  )
  // A test that may have another name is listed once, under both names.
  const oldNames = new Set(renameCandidates.map(({ from }) => from.testId))
  const newNames = new Set(renameCandidates.map(({ to }) => to.testId))
  const fresh = newTests.filter(({ testId, head }) => head?.status !== 'failed' && !newNames.has(testId))
  const list = <T extends Change>(
    title: string,
    changes: T[],
    noteOf: (change: T) => string = () => '',
  ): List => {
    const byTest = [...Map.groupBy(changes, ({ testId }) => testId).values()]
    return {
      title,
      total: byTest.length,
      lines: cutLines(
        byTest.map((same) => {
          const [one] = same as [T]
          const legs = legsOf(
            same.map((test) => ({ test })),
            compared,
          )
          const note = noteOf(one)
          return `- ${commentNameOf(one)}${legs}${atFile(one.file)}${note === '' ? '' : ` — ${note}`}`
        }),
        detail,
        compared.head.url,
      ),
    }
  }
  const paced = (change: Compared['slower'][number]) =>
    `${duration(change.usualMs)} → **${duration(change.headMs)}** (spread ${spreadOf(change)} over ${count(change.runs, 'run')})`
  return [
    {
      title: 'Flaky in the burn-in',
      total: new Set(compared.flakyInBurnIn.map(({ testId }) => testId)).size,
      lines: cutLines(compared.flakyInBurnIn.map(burned(compared)), detail, compared.head.url),
    },
    list('Became flaky', newlyFlaky, (change) => flakedWith(change, historyOf(change.testId))),
    list('Slower', slower, paced),
    {
      title: 'Slower files',
      total: slowerFiles.length,
      lines: cutLines(
        slowerFiles.map(
          ({ file, leg, tests, usualMs, headMs, runs }) =>
            `- <code>${plainMarkdown(file)}</code>${legsOf([{ test: { leg } }], compared)} — ${duration(usualMs)} → **${duration(headMs)}** (${count(tests, 'test')} together, ${count(runs, 'run')})`,
        ),
        detail,
        compared.head.url,
      ),
    },
    list(
      'Stopped running',
      stopped.filter(({ cause }) => cause !== 'not-selected'),
      ({ reason }) => plainMarkdown(reason),
    ),
    notSelected(stopped.filter(({ cause }) => cause === 'not-selected')),
    list('Fixed', improvements),
    {
      title: 'Fixed outside tests',
      total: errors.fixed.length,
      lines: cutLines(
        errors.fixed.map(
          (error) =>
            `- ${plainMarkdown(error.file ?? 'the run itself')} — ${plainMarkdown(firstLineOf(error))}`,
        ),
        detail,
        compared.head.url,
      ),
    },
    list('Faster', faster, paced),
    list('New', fresh, newlyRun),
    list(
      'Removed',
      removed.filter(({ testId }) => !oldNames.has(testId)),
    ),
    {
      title: 'Possibly moved or renamed',
      total: oldNames.size,
      lines: cutLines(renderMoves(renameCandidates), detail, compared.head.url),
    },
  ]
}

/** What CI left out is no change, and may be most of the suite. */
function notSelected(stopped: Compared['stoppedRunning']): List {
  const tests = new Set(stopped.map(({ testId }) => testId))
  const files = inFiles(stopped)
  const where =
    files === ''
      ? 'The base ran more tests.'
      : `${tests.size === 1 ? 'It is' : 'They are'}${files} that the base ran.`
  return {
    title: 'Not selected',
    total: tests.size,
    lines: [
      `${where} This run had only a selection of the tests, so nothing is known of ${tests.size === 1 ? 'it' : 'them'}.`,
    ],
  }
}

function flakedWith({ error }: Change, url: string): string {
  const message = error ? plainMarkdown(visibleLine(firstLineOf(error))) : ''
  return `${message === '' ? '' : `<code>${message}</code>. `}${link('History', url)}`
}

const burned =
  (compared: Compared) =>
  ({ isNew, failed, passed, ...test }: Compared['flakyInBurnIn'][number]): string =>
    `- ${commentNameOf(test)}${legsOf([{ test }], compared)}${atFile(test.file)} — ${isNew ? 'new' : 'changed'} test, failed **${failed} of ${failed + passed}** on the same code`

const newlyRun = (change: Change) =>
  change.head?.status === 'passed' ? '' : `${change.head?.status}${change.base ? ', skipped before' : ''}`

function cutLines(lines: string[], { mostListed }: Detail, url: string): string[] {
  const more = lines.length - mostListed
  const shown = more > 0 ? [...lines.slice(0, mostListed), `- … and ${link(`${more} more`, url)}`] : lines
  return shown.length > 0 ? [shown.join('\n')] : []
}

const spreadOf = ({ deviations, headMs, usualMs }: Compared['slower'][number]) =>
  duration(Math.abs((headMs - usualMs) / deviations))

/** Known flakes, one line per test: its error, how often it flaked, its history. */
function renderFlakes({ failures }: Section, { compared }: Shown, { mostListed }: Detail): string[] {
  const byTest = [...Map.groupBy(failures, ({ test, file }) => test?.testId ?? `/${file}`).values()]
  const lines = byTest.slice(0, mostListed).map((same) => {
    const [first] = same as [Failing]
    const { test, file, verdict } = first
    const error = plainMarkdown(firstLineOf(first))
    const name = test ? `${commentNameOf(test)}${legsOf(same, compared)}` : 'The run itself'
    return [
      `- ${name}${atFile(file)}${error === '' ? '' : ` — <code>${error}</code>`}.`,
      ...(verdict ? [plainMarkdown(verdict.because, 400), link('History', verdict.historyUrl)] : []),
    ].join(' ')
  })
  const more = byTest.length - lines.length
  return [[...lines, ...(more > 0 ? [`- … and ${link(`${more} more`, compared.head.url)}`] : [])].join('\n')]
}

/** A report may name no file. */
const atFile = (file: string | null) => (file ? ` · <code>${plainMarkdown(file)}</code>` : '')

type Candidate = Compared['renameCandidates'][number]

/** Tests that may have a new name, a line each; those that only moved, a line for each pair of files. */
function renderMoves(candidates: Candidate[]): string[] {
  const isMoved = ({ from, to }: Candidate) =>
    commentNameOf(from) === commentNameOf(to) && from.file !== to.file
  const moves = Map.groupBy(candidates.filter(isMoved), ({ from, to }) => `${from.file}\0${to.file}`)
  const file = (path: string) => (path === '' ? 'no file' : `<code>${plainMarkdown(path)}</code>`)
  return [
    ...[...moves.values()].map((same) => {
      const [{ from, to }] = same as [Candidate]
      const tests = new Set(same.map((one) => one.from.testId)).size
      return `- ${tests === 1 ? commentNameOf(from) : count(tests, 'test')} · ${file(from.file)} → ${file(to.file)}`
    }),
    ...candidates
      .filter((one) => !isMoved(one))
      .map(({ from, to }) => {
        const files = from.file === to.file ? atFile(to.file) : ` · ${file(from.file)} → ${file(to.file)}`
        return `- ${commentNameOf(from)} → ${commentNameOf(to)}${files}`
      }),
  ]
}
