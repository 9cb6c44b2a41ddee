import { oneLine, plain } from './escape.ts'
import { link } from './links.ts'
import { legsOf, nameOf } from './name.ts'
import { type Change, type Compared, firstLineOf, outlineOf, type Section, sizeOf } from './outline.ts'
import type { Shown } from './prepare-section.ts'
import { renderCauses, titleOf } from './render-causes.ts'
import { renderFlakes } from './render-flakes.ts'
import { renderMoves } from './render-moves.ts'
import type { Detail } from './render-section.ts'
import { count, duration } from './words.ts'

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
          return `- ${nameOf(one)}${legs} · <code>${plain(one.file)}</code>${note === '' ? '' : ` — ${note}`}`
        }),
        detail,
        compared.head.url,
      ),
    }
  }
  const paced = (change: Compared['slower'][number]) =>
    `${duration(change.usualMs)} → **${duration(change.headMs)}** (spread ${spreadOf(change)} over ${count(change.runs, 'run')})`
  return [
    list('Became flaky', newlyFlaky, (change) => flakedWith(change, historyOf(change.testId))),
    list('Slower', slower, paced),
    {
      title: 'Slower files',
      total: slowerFiles.length,
      lines: cutLines(
        slowerFiles.map(
          ({ file, leg, tests, usualMs, headMs, runs }) =>
            `- <code>${plain(file)}</code>${legsOf([{ test: { leg } }], compared)} — ${duration(usualMs)} → **${duration(headMs)}** (${count(tests, 'test')} together, ${count(runs, 'run')})`,
        ),
        detail,
        compared.head.url,
      ),
    },
    list('Stopped running', stopped, ({ reason }) => plain(reason)),
    list('Fixed', improvements),
    {
      title: 'Fixed outside tests',
      total: errors.fixed.length,
      lines: cutLines(
        errors.fixed.map(
          (error) => `- ${plain(error.file ?? 'the run itself')} — ${plain(firstLineOf(error))}`,
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

function flakedWith({ error }: Change, url: string): string {
  const message = error ? plain(oneLine(firstLineOf(error))) : ''
  return `${message === '' ? '' : `<code>${message}</code>. `}${link('History', url)}`
}

const newlyRun = (change: Change) =>
  change.head?.status === 'passed' ? '' : `${change.head?.status}${change.base ? ', skipped before' : ''}`

function cutLines(lines: string[], { mostListed }: Detail, url: string): string[] {
  const more = lines.length - mostListed
  const shown = more > 0 ? [...lines.slice(0, mostListed), `- … and ${link(`${more} more`, url)}`] : lines
  return shown.length > 0 ? [shown.join('\n')] : []
}

const spreadOf = ({ deviations, headMs, usualMs }: Compared['slower'][number]) =>
  duration(Math.abs((headMs - usualMs) / deviations))
