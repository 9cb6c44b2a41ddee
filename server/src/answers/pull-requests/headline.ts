import { type Conclusion, plainMarkdown, runPlace, visibleLine } from '@svc/protocol'
import { quoted } from '../../ground/kernel/quoted.ts'
import { describeInfrastructureFailure } from './describe-infrastructure-failure.ts'
import { type Compared, type Failing, outlineOf, type Section, sizeOf, type Topic } from './outline.ts'
import { count, listed, minuteOf } from './words.ts'

/** The answer to "did this change cause it?", as Markdown. */
export const headline = (compared: Compared): string => headlineIn(compared, plainMarkdown)

/** The same answer as one line of plain text. */
export const plainHeadline = (compared: Compared): string => headlineIn(compared, visibleLine)

/** The conclusion of the run about the change. */
export const conclusionOf = (compared: Compared): Conclusion => conclude(compared, visibleLine).conclusion

type Write = (text: string) => string

function headlineIn(compared: Compared, write: Write): string {
  const { head } = compared
  const { conclusion, words } = conclude(compared, write)
  const flaky = new Set(compared.newlyFlaky.map(({ testId }) => testId)).size
  const alsoFlaky =
    flaky === 0 ? '' : `${conclusion === 'passed' ? ',' : ';'} ${count(flaky, 'test')} became flaky`
  const burned = burnedIn(compared, write)
  // A test that the burn-in saw fail is no good news.
  const said = burned === '' ? words : words.replace(/^[✅⏳]/u, '⚠️')
  const link = conclusion === 'passed' ? ', but' : ';'
  return `${said}${alsoFlaky}${burned && `${link} ${burned}`} · ${runPlace(write(head.project), write(head.suite))}${standing(compared)}`
}

/** What trials of a burn-in showed, of the test that failed most often for its trials. */
function burnedIn({ flakyInBurnIn }: Compared, write: Write): string {
  const [worst] = flakyInBurnIn
  if (!worst) return ''
  const tests = new Set(flakyInBurnIn.map(({ testId }) => testId)).size
  // Readers cut the headline at its first dot between spaces.
  const name = write(quoted(worst.titles.join(' > ').replaceAll(' · ', ' - ')))
  const of = `failed ${worst.failed} of ${worst.failed + worst.passed} on the same code`
  return tests === 1
    ? `${worst.isNew ? 'new' : 'changed'} test ${name} ${of}`
    : `${count(tests, 'new or changed test')} are flaky: ${name} ${of}`
}

/** How complete the run is, in words that stay true whenever somebody reads them. */
function standing({ provisional, settlesAt, missing }: Compared): string {
  if (missing.length > 0) return ` · ${count(missing.length, 'part')} did not report`
  if (!provisional) return ''
  return settlesAt === null ? ' · provisional' : ` · provisional until ${minuteOf(settlesAt)}`
}

/** The conclusion and its words: both count the contents of the comment's sections. */
const conclude = (compared: Compared, write: Write) =>
  compared.base === null ? withoutBase(compared, write) : withBase(compared, write)

/** A section's failures that the base does not have. */
const isFresh = ({ kind }: Failing) => kind !== 'still-failing'

const say = (conclusion: Conclusion, words: string) => ({ conclusion, words })

function withoutBase(compared: Compared, write: Write) {
  const { head } = compared
  const failures = sectionOf(compared, 'no-base')
  if (failures)
    return say(
      'no-base-failed',
      `❌ ${listed(failed(failures))}${causesIn(failures)}, no base run to compare with yet`,
    )
  if (head.state === 'failed') return say('no-base-failed', '⚠️ The run failed although no test failed')
  const { flaky } = head.counts
  const soFar = compared.provisional ? ' so far' : ''
  const passed =
    flaky === 0 ? `All tests passed${soFar}` : `No test failed${soFar}, ${count(flaky, 'test')} flaky`
  return (
    cutOff(compared, write) ??
    say('passed', `${signOfGood(compared)} ${passed}, no base run to compare with yet`)
  )
}

/** Good news stays news until the run is over: other jobs may still report failures. */
const signOfGood = ({ provisional }: Compared) => (provisional ? '⏳' : '✅')

function cutOff(compared: Compared, write: Write) {
  const { state } = compared.head
  if (state === 'incomplete' && compared.cutOff.length === 0)
    return say('incomplete', '⚠️ The run is incomplete')
  if (state === 'cancelled') return say('incomplete', '⚠️ The run was cancelled')
  if (compared.cutOff.length === 0) return null
  // Nothing that explains the failures says what the other tests would have done.
  const known = outlineOf(compared).map((section) => explanationOf(section, write))
  const words = [...compared.cutOff.slice(0, MOST_CUT_OFF).map((each) => write(each)), ...known.slice(0, 1)]
  return say('incomplete', `⚠️ ${words.join('; ')}`)
}

const MOST_CUT_OFF = 2

function withBase(compared: Compared, write: Write) {
  const [mine, unknown] = [sectionOf(compared, 'mine'), sectionOf(compared, 'unknown')]
  const isOpen = unknown?.failures.some(isFresh) === true
  if (mine) {
    const rest = unknown && isOpen ? `; it possibly also ${listed(doneBy(doneIn(unknown.failures)))}` : ''
    return say('mine', `❌ This change ${listed(doneBy(doneIn(mine.failures)))}${causesIn(mine)}${rest}`)
  }
  if (unknown && isOpen) {
    // A failure that has never appeared before is hardly chance.
    const isNew = unknown.failures.some(
      (each) => isFresh(each) && each.kind !== 'broke' && each.kind !== 'not-compared',
    )
    const done = listed(doneBy(doneIn(unknown.failures), ranOf(compared)))
    return say('unknown', `${isNew ? '❌' : '⚠️'} This change possibly ${done}${causesIn(unknown)}`)
  }
  const unfinished = cutOff(compared, write)
  if (unfinished) return unfinished
  if (unknown) return say('unknown', `⚠️ ${failOnBase(unknown)}, possibly for another reason`)
  const other = sectionOf(compared, 'differently')
  if (other) return say('unknown', `⚠️ ${failOnBase(other)}, possibly with another error`)
  const explained = outlineOf(compared)
  if (explained.length > 0) {
    const sign = isBad(compared, explained) ? '⚠️' : signOfGood(compared)
    return say(
      'not-mine',
      `${sign} Not this change: ${listed(explained.map((section) => explanationOf(section, write)))}`,
    )
  }
  return compared.head.state === 'failed'
    ? say('unknown', '⚠️ The run failed although no test failed')
    : say('passed', compared.provisional ? '⏳ Nothing broke so far' : '✅ Nothing broke')
}

const sectionOf = (compared: Compared, topic: Topic): Section | undefined =>
  outlineOf(compared).find((section) => section.topic === topic)

/** Whether the run says too little to be good news, regardless of the cause. */
function isBad({ head: { counts } }: Compared, explained: Section[]): boolean {
  const ran = counts.passed + counts.failed + counts.flaky
  return counts.failed * 2 > ran || explained.some(({ topic }) => topic === 'infrastructure')
}

function explanationOf(section: Section, write: Write): string {
  const { topic, failures, causes } = section
  const { tests, all } = sizeOf(failures)
  if (topic === 'known-flake') return `${count(all, 'known flake')} failed`
  if (topic !== 'infrastructure') return failOnBase(section)
  const [only] = causes
  const what = causes.length === 1 && only ? describeInfrastructureFailure(only) : 'infrastructure failed'
  return `${write(what)} (${count(tests, 'test')})`
}

function failOnBase({ failures }: Section): string {
  const { tests, errors } = sizeOf(failures)
  const parts = [
    ...(tests > 0 ? [count(tests, 'test')] : []),
    ...(errors > 0 ? [`${count(errors, 'failure')} outside tests`] : []),
  ]
  const verb = errors === 0 ? (tests === 1 ? 'fails' : 'fail') : tests + errors === 1 ? 'occurs' : 'occur'
  return `${listed(parts)} ${verb} on the base too`
}

/** The failures that a change caused, by what it did. */
export interface Done {
  broke: number
  new: number
  woken: number
  notCompared: number
  errors: number
}

export function doneIn(failures: Failing[]): Done {
  const of = (kind: Failing['kind']) => sizeOf(failures.filter((each) => each.kind === kind)).all
  return {
    broke: of('broke'),
    new: of('new'),
    woken: of('woken'),
    notCompared: of('not-compared'),
    errors: of('error'),
  }
}

/** What a change did, in words; `ran` lets it say that most tests of a run broke. */
export function doneBy(done: Done, ran = Number.POSITIVE_INFINITY): string[] {
  const { broke, new: fresh, woken, notCompared, errors } = done
  const ofAll =
    broke * 2 > ran ? `${broke.toLocaleString('en')} of ${count(ran, 'test')}` : count(broke, 'test')
  return [
    ...(broke > 0 ? [`broke ${ofAll}`] : []),
    ...(fresh > 0 ? [`added ${count(fresh, 'failing test')}`] : []),
    ...(woken > 0 ? [`enabled ${count(woken, 'failing test')}`] : []),
    ...(notCompared > 0 ? [`broke ${count(notCompared, 'test')} that the base did not run`] : []),
    ...(errors > 0 ? [`caused ${count(errors, 'failure')} outside tests`] : []),
  ]
}

function failed({ failures }: Section): string[] {
  const { tests, errors } = sizeOf(failures)
  return [
    ...(tests > 0 ? [`${count(tests, 'test')} failed`] : []),
    ...(errors > 0 ? [`${count(errors, 'failure')} outside tests`] : []),
  ]
}

/** How many tests ran, if one leg makes that a number of tests. */
const ranOf = ({ head: { counts }, legs }: Compared): number =>
  legs.compared.length + legs.onlyHead.length > 1
    ? Number.POSITIVE_INFINITY
    : counts.passed + counts.failed + counts.flaky

/** The number of causes, if it is lower than the number of failures. */
function causesIn({ failures, causes }: Section): string {
  const { all } = sizeOf(failures)
  if (causes.length >= all) return ''
  return causes.length === 1 ? ', one cause' : `, ${causes.length} causes`
}
