import type { Operations } from '@svc/api'
import { FIRST_DAYS, verdictOf } from '@svc/protocol'
import type { ComparisonGroup } from '../server/read-group.ts'
import { UUID } from '../server/uuid.ts'
import { glued } from '../terminal/messages.ts'
import { text } from '../terminal/print.ts'
import type { Paint, Screen } from '../terminal/screen.ts'
import { hanging, oneLine, wrap } from '../terminal/text.ts'
import { took } from '../terminal/time.ts'
import { count } from '../terminal/words.ts'
import { causeOf, type Entry, joinAlike } from './alike.ts'
import { errorLines } from './error-lines.ts'
import { codeOf, countsOf, titleOf } from './names.ts'

type Compared = Operations['compareExecutions']['data']
type Report = Operations['getReport']['data']
type Change = Compared['improvements'][number]
type Judged = Compared['regressions'][number]

interface View {
  /** Entries of each group. */
  limit: number
  /** The only group to show. */
  only: ComparisonGroup | undefined
  again: string
  /** The words of the command that merges two tests; their ids follow. */
  merge: string
  baseName: string
}

/** Returns the changes, most urgent first: each group with its total and its first `limit` entries. */
export const compareText = (
  compared: Compared,
  report: Report,
  { limit, only, again, merge, baseName }: View,
  screen: Screen,
): string => {
  const groups = groupsOf(compared, report, { limit, only, merge }, screen)
  const paint = report.verdict === 'mine' ? 'red' : 'bold'
  return text([
    ...headLines(compared, again, baseName, screen),
    ...(compared.massFailure === null
      ? []
      : ['', ...wrap(compared.massFailure, screen.cells).map((line) => screen.paint(line, 'red'))]),
    ...(groups.length > 0
      ? groups
      : ['', only === undefined ? 'No test changed its result.' : `The group ${only} is empty.`]),
    '',
    ...wrap(answerOf(report), screen.cells).map((line) => screen.paint(line, paint)),
    screen.paint(compared.head.url, 'dim'),
  ])
}

const headLines = (
  compared: Compared,
  again: string,
  baseName: string,
  { cells, paint }: Screen,
): string[] => {
  const { base, head, baseChoice, provisional } = compared
  const suite = head.suite === 'default' ? '' : `, suite ${oneLine(head.suite)}`
  const lines = [
    ...hanging('Head  ', `${codeOf(head)}: ${head.state}, ${countsOf(head)}`, cells),
    ...hanging('Base  ', base ? `${codeOf(base)}: ${base.state}, ${countsOf(base)}` : 'none', cells),
    ...hanging('      ', oneLine(becauseOf(compared, baseName)), cells),
    ...(base ? [] : hanging('      ', FIRST_DAYS, cells)),
    ...(baseChoice.better ? hanging('      ', `Better: ${oneLine(baseChoice.better)}`, cells) : []),
    ...(provisional
      ? hanging(
          '      ',
          glued(`Provisional: some results have not arrived yet. To wait for them: ${again}`),
          cells,
        )
      : []),
    ...awaited(compared).flatMap((line) => hanging('      ', oneLine(line), cells)),
  ]
  return [paint(`${oneLine(head.project)}${suite}`, 'bold'), ...lines]
}

/** Returns which results are missing, and when the execution settles without them. */
const awaited = ({ waitingFor, missing, settlesAt }: Compared): string[] => {
  if (missing.length > 0) return [`Did not report: ${missing.join('; ')}.`]
  if (waitingFor.length === 0) return []
  const end = settlesAt === null ? '' : ` If nothing more arrives, the run ends at ${minuteOf(settlesAt)}.`
  return [`Waiting for ${waitingFor.join('; ')}.${end}`]
}

/** Returns the time rounded up to a whole minute. */
const minuteOf = (time: string): string => {
  const minute = new Date(Math.ceil(Date.parse(time) / 60_000) * 60_000)
  return `${minute.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Returns why this is the base. The server sees only the id that a name was resolved to. */
const becauseOf = ({ base, baseChoice }: Compared, name: string): string => {
  if (baseChoice.rule !== 'given' || !base || UUID.test(name)) return baseChoice.because
  const isCommit = [base.testedSha, base.headSha].some((sha) => sha?.startsWith(name.toLowerCase()))
  return `the newest execution of the ${isCommit ? 'commit' : 'branch'} ${name}, as you asked`
}

const groupsOf = (
  compared: Compared,
  report: Report,
  { limit, only, merge }: Pick<View, 'limit' | 'only' | 'merge'>,
  screen: Screen,
): string[] => {
  const { totals, errors, base, legs } = compared
  const isOneLeg = legs.compared.length + legs.onlyHead.length <= 1
  const failing = report.failures.filter(({ kind }) => kind === 'new')
  const fine = Math.max(0, (totals.newTests ?? 0) - report.totals.newFailures)
  const name = (change: Change) =>
    isOneLeg ? titleOf(change) : `${titleOf(change)} (${oneLine(change.leg)})`
  // The report's messages also contain the error's class and the values that it compared.
  const messages = new Map(
    report.failures.flatMap(({ test, message }) => (test ? [[`${test.testId}/${test.leg}`, message]] : [])),
  )
  const error = ({ error: own, testId, leg }: Pick<Change, 'error' | 'testId' | 'leg'>) =>
    own ? errorLines(messages.get(`${testId}/${leg}`) || own.message) : []
  const plain = (change: Change) => [name(change), oneLine(change.file)]
  const failed = (change: Change): Entry => ({
    lines: [...plain(change), ...error(change)],
    cause: change.error ? causeOf(change.error) : undefined,
  })
  const unmatched = (change: Compared['failuresNotCompared'][number]): Entry => ({
    lines: [...failed(change).lines, oneLine(`${change.reason}. To compare it: ${change.missing}`)],
    cause: change.error ? `${change.reason} ${causeOf(change.error)}` : undefined,
  })
  const judged = (change: Judged): Entry => ({
    lines: [
      ...failed(change).lines,
      because(change.verdict),
      ...alsoFailed(change.verdict),
      ...repeatOf(change.verdict),
      ...ownersOf(change),
    ],
    cause: change.error ? `${change.verdict.kind} ${change.owners} ${causeOf(change.error)}` : undefined,
  })
  const added = ({
    test,
    file,
    message,
    verdict,
    because: reason,
    owners,
  }: Report['failures'][number]): Entry => ({
    lines: [
      test ? (isOneLeg ? titleOf(test) : `${titleOf(test)} (${oneLine(test.leg)})`) : '',
      oneLine(file ?? ''),
      ...errorLines(message),
      ...(verdict && reason ? [because({ kind: verdict, because: reason, missing: null })] : []),
      ...ownersOf({ owners }),
    ],
    cause: message === '' ? undefined : `${verdict} ${owners} ${message}`,
  })
  const [broken, passing] = [true, false].map((isFailed) =>
    compared.newTests.filter(({ head }) => (head?.status === 'failed') === isFailed),
  ) as [Compared['newTests'], Compared['newTests']]
  const fresh = (change: Compared['newTests'][number]): Entry =>
    change.verdict ? judged({ ...change, verdict: change.verdict }) : failed(change)
  const renamed = ({ from, to }: Compared['renameCandidates'][number]) => [
    titleOf(to),
    oneLine(to.file),
    `possibly renamed from ${formerName({ from, to })}`,
    glued(`one test, one history: ${merge}${oneLine(from.testId)} ${oneLine(to.testId)}`),
  ]
  const outside = (each: { file: string | null; message: string }) => [
    ...errorLines(each.message),
    ...(each.file ? [oneLine(each.file)] : []),
  ]
  const paced = (change: Compared['slower'][number]) => [
    ...plain(change),
    `${took(change.headMs)}, usually ${took(change.usualMs)} in ${count(change.runs, 'run')}`,
  ]
  const slowerFile = ({ file, leg, tests, headMs, usualMs, runs }: Compared['slowerFiles'][number]) => [
    isOneLeg ? oneLine(file) : oneLine(`${file} (${leg})`),
    `${count(tests, 'test')} together: ${took(headMs)}, usually ${took(usualMs)} in ${count(runs, 'run')}`,
  ]
  const group = <T>(
    name: ComparisonGroup,
    title: string,
    total: number | undefined,
    items: T[],
    entryOf: (item: T) => string[] | Entry,
    paint?: Paint,
  ) => {
    if (only !== undefined && only !== name) return []
    const shown = items.slice(0, limit).map(entryOf)
    const entries = shown.map((each) => (Array.isArray(each) ? { lines: each, cause: undefined } : each))
    return groupLines(
      { name, title, total: total ?? items.length, shown: shown.length, entries: joinAlike(entries), paint },
      screen,
    )
  }
  const burned = ({ isNew, failed: fails, passed, ...test }: Compared['flakyInBurnIn'][number]) => ({
    lines: [
      isOneLeg ? titleOf(test) : `${titleOf(test)} (${oneLine(test.leg)})`,
      oneLine(test.file),
      `${isNew ? 'new' : 'changed'} test, failed ${fails} of ${fails + passed} on the same code`,
    ],
    cause: undefined,
  })
  const flakyInBurnIn = only === undefined ? compared.flakyInBurnIn : []
  return [
    ...group('regressions', 'Regressions', totals.regressions, compared.regressions, judged, 'red'),
    ...(only === undefined
      ? group('newTests', FRESH, report.totals.newFailures, failing, added, 'red')
      : group('newTests', FRESH, report.totals.newFailures, broken, fresh, 'red')),
    ...group(
      'errorsIntroduced',
      'Failures outside tests',
      totals.errorsIntroduced,
      errors.introduced,
      outside,
      'red',
    ),
    ...group(
      'failuresNotCompared',
      base ? 'Failures without a run in the base' : 'Failures',
      totals.failuresNotCompared,
      compared.failuresNotCompared,
      unmatched,
      'red',
    ),
    ...group('stillFailing', 'Still failing', totals.stillFailing, compared.stillFailing, failed, 'yellow'),
    ...group(
      'errorsPersisting',
      'Still failing outside tests',
      totals.errorsPersisting,
      errors.persisting,
      outside,
      'yellow',
    ),
    ...groupLines(
      {
        title: 'Flaky in the burn-in',
        total: flakyInBurnIn.length,
        shown: flakyInBurnIn.length,
        entries: joinAlike(flakyInBurnIn.map(burned)),
        paint: 'yellow',
      },
      screen,
    ),
    ...group('newlyFlaky', 'Became flaky', totals.newlyFlaky, compared.newlyFlaky, failed, 'yellow'),
    ...group(
      'stoppedRunning',
      'Stopped running',
      totals.stoppedRunning,
      compared.stoppedRunning,
      (change) => [...plain(change), oneLine(change.reason)],
      'yellow',
    ),
    ...group('slower', 'Slower', totals.slower, compared.slower, paced, 'yellow'),
    ...group(
      'slowerFiles',
      'Slower files',
      totals.slowerFiles,
      compared.slowerFiles ?? [],
      slowerFile,
      'yellow',
    ),
    ...group('removed', 'Removed', totals.removed, compared.removed, plain),
    ...group('improvements', 'Fixed', totals.improvements, compared.improvements, plain, 'green'),
    ...group('errorsFixed', 'Fixed outside tests', totals.errorsFixed, errors.fixed, outside, 'green'),
    ...group('faster', 'Faster', totals.faster, compared.faster, paced, 'green'),
    ...group('newTests', 'New tests that pass or are skipped', fine, passing, plain),
    ...group(
      'renameCandidates',
      'Possibly renamed',
      totals.renameCandidates,
      compared.renameCandidates,
      renamed,
    ),
    ...group('renamed', 'Renamed', totals.renamed, compared.renamed, ({ from, to }) => [
      titleOf(to),
      oneLine(to.file),
      `renamed from ${formerName({ from, to })}`,
    ]),
  ]
}

/** A former name, with its file if that changed. */
const formerName = ({ from, to }: Pick<Compared['renamed'][number], 'from' | 'to'>): string =>
  [titleOf(from), ...(from.file === to.file ? [] : [oneLine(from.file || 'no file')])].join(', ')

const FRESH = 'Failing tests that are new or were skipped before'

interface Group {
  /** Lists the rest; absent if the entries name all. */
  name?: ComparisonGroup
  title: string
  total: number
  /** How many of them the entries name. */
  shown: number
  entries: string[][]
  paint: Paint | undefined
}

const groupLines = ({ name, title, total, shown, entries, paint }: Group, screen: Screen): string[] => {
  if (total === 0) return []
  const { cells } = screen
  const head = `${title}: ${total.toLocaleString('en')}`
  const more = total - shown
  return [
    '',
    ...wrap(head, cells).map((line) => (paint ? screen.paint(line, paint) : line)),
    ...entries.flatMap(([first = '', ...rest]) => [
      ...hanging('  - ', first, cells),
      ...rest
        .filter(Boolean)
        .flatMap((line) => hanging(`    ${/^ */.exec(line)?.[0]}`, line.trimStart(), cells)),
    ]),
    ...(more > 0
      ? hanging('  ', `and ${more.toLocaleString('en')} more; to list all: --group ${name}`, cells)
      : []),
  ]
}

const ownersOf = ({ owners }: { owners: string[] }) =>
  owners.length > 0 ? [`owners: ${oneLine(owners.join(', '))}`] : []

const because = ({
  kind,
  because: reason,
  missing,
}: Pick<Judged['verdict'], 'kind' | 'because' | 'missing'>) =>
  `${verdictOf(kind).label}: ${oneLine(reason)}${missing ? ` To be certain: ${oneLine(missing)}.` : ''}`

/** Returns the commands that repeat its trials. */
const repeatOf = ({ trials }: Judged['verdict']): string[] =>
  trials
    ? [
        `to repeat it here: ${oneLine(trials.head.command)}`,
        ...(trials.base
          ? [`on ${oneLine(trials.base.branch ?? 'the base')}: ${oneLine(trials.base.command)}`]
          : []),
      ]
    : []

/** Returns how many tests share the error. */
const alsoFailed = ({ basis }: Judged['verdict']): string[] =>
  basis.alike.tests > 1
    ? [
        `${count(basis.alike.tests, 'test')}${basis.alike.files > 0 ? ` in ${count(basis.alike.files, 'file')}` : ''} failed with this error.`,
      ]
    : []

/** Returns the server's headline without its sign and without the facts of the first lines. */
const answerOf = ({ headline }: Report) =>
  `${oneLine(headline.split(' · ', 1)[0] ?? '').replace(/^[^\p{L}\p{N}]+/u, '')}.`
