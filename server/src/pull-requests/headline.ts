import { signOf } from '../executions/error-sign.ts'
import { oneLine, plain } from './escape.ts'
import {
  type Cause,
  type Compared,
  type Failing,
  outlineOf,
  type Section,
  sizeOf,
  type Topic,
} from './outline.ts'
import { count, minuteOf } from './words.ts'

/** Whether the change is to blame, in one word; what each means is said in the operation `getReport`. */
export type Answer = 'passed' | 'mine' | 'not-mine' | 'unknown' | 'incomplete' | 'no-base-failed'

/** Answers "is it me?" before anything else, as Markdown. */
export const headline = (compared: Compared): string => headlineIn(compared, plain)

/** The same as text in one line that is not read as anything. */
export const plainHeadline = (compared: Compared): string => headlineIn(compared, oneLine)

function headlineIn(compared: Compared, written: (name: string) => string): string {
  const { head } = compared
  const { words } = answerOf(compared)
  return `${words} · ${written(head.project)} / ${written(head.suite)}${standing(compared)}`
}

/** How far it has come; true for as long as the text stays, whoever reads it when. */
function standing({ provisional, settlesAt, missing }: Compared): string {
  if (missing.length > 0) return ` · ${count(missing.length, 'part')} did not report`
  if (!provisional) return ''
  return settlesAt === null ? ' · provisional' : ` · provisional until ${minuteOf(settlesAt)}`
}

/** The answer and its words: both count what the sections of the comment hold. */
export function answerOf(compared: Compared): { answer: Answer; words: string } {
  const { answer, words } = compared.base === null ? withoutBase(compared) : withBase(compared)
  const flaky = new Set(compared.newlyFlaky.map(({ testId }) => testId)).size
  return { answer, words: flaky === 0 ? words : `${words}, ${count(flaky, 'test')} became flaky` }
}

const say = (answer: Answer, words: string) => ({ answer, words })

function withoutBase(compared: Compared) {
  const { head } = compared
  const failures = sectionOf(compared, 'no-base')
  if (failures)
    return say(
      'no-base-failed',
      `❌ ${listed(partsOf(failures))}${causesIn(failures)}, nothing to compare with yet`,
    )
  if (head.state === 'failed') return say('no-base-failed', '⚠️ The run failed, although no test did')
  return cutOff(compared) ?? say('passed', '✅ All passed, nothing to compare with yet')
}

function cutOff({ head }: Compared) {
  if (head.state === 'incomplete') return say('incomplete', '⚠️ The run is incomplete')
  return head.state === 'cancelled' ? say('incomplete', '⚠️ The run was cancelled') : null
}

function withBase(compared: Compared) {
  const [mine, perhaps] = [sectionOf(compared, 'mine'), sectionOf(compared, 'perhaps')]
  if (mine) {
    const rest = perhaps ? `; perhaps also ${listed(partsOf(perhaps))}` : ''
    return say('mine', `❌ This change ${listed(doneBy(mine))}${causesIn(mine)}${rest}`)
  }
  if (perhaps) {
    // What nobody has seen before is hardly chance.
    const isNew = perhaps.failures.some(({ kind }) => kind !== 'broke' && kind !== 'not-compared')
    const parts = listed(partsOf(perhaps, ranOf(compared)))
    return say('unknown', `${isNew ? '❌' : '⚠️'} Perhaps this change: ${parts}${causesIn(perhaps)}`)
  }
  const unfinished = cutOff(compared)
  if (unfinished) return unfinished
  const other = sectionOf(compared, 'differently')
  if (other) return say('unknown', `⚠️ ${failOnBase(other)}, perhaps in another way`)
  const explained = outlineOf(compared)
  if (explained.length > 0) {
    const sign = isBad(compared, explained) ? '⚠️' : '✅'
    return say('not-mine', `${sign} Not this change: ${listed(explained.map(explanationOf))}`)
  }
  return compared.head.state === 'failed'
    ? say('unknown', '⚠️ The run failed, although no test did')
    : say('passed', '✅ Nothing broke')
}

const sectionOf = (compared: Compared, topic: Topic): Section | undefined =>
  outlineOf(compared).find((section) => section.topic === topic)

/** Whether the run says too little to be good news, whoever is to blame. */
function isBad({ head: { counts } }: Compared, explained: Section[]): boolean {
  const ran = counts.passed + counts.failed + counts.flaky
  return counts.failed * 2 > ran || explained.some(({ topic }) => topic === 'infrastructure')
}

function explanationOf(section: Section): string {
  const { topic, failures, causes } = section
  const { tests, all } = sizeOf(failures)
  if (topic === 'known-flake') return count(all, 'known flake')
  if (topic !== 'infrastructure') return failOnBase(section)
  const [only] = causes
  const what = causes.length === 1 && only ? outageOf(only) : 'infrastructure'
  return `${what} (${count(tests, 'test')})`
}

function failOnBase({ failures }: Section): string {
  const { tests, errors } = sizeOf(failures)
  const parts = [
    ...(tests > 0 ? [count(tests, 'test')] : []),
    ...(errors > 0 ? [`${count(errors, 'failure')} outside tests`] : []),
  ]
  return `${listed(parts)} ${tests + errors === 1 ? 'fails' : 'fail'} on the base too`
}

/** What the system's errors mean. */
const OUTAGES: Record<string, string> = {
  ECONNREFUSED: 'connections were refused',
  ERR_CONNECTION_REFUSED: 'connections were refused',
  ECONNRESET: 'connections were cut',
  ERR_CONNECTION_RESET: 'connections were cut',
  EPIPE: 'connections were cut',
  ENOTFOUND: 'a host was not found',
  EAI_AGAIN: 'names of hosts were not resolved',
  ERR_NAME_NOT_RESOLVED: 'names of hosts were not resolved',
  ENOSPC: 'the disk was full',
  EDQUOT: 'the disk was full',
  ENOMEM: 'the memory was full',
  EMFILE: 'too many files were open',
  ENFILE: 'too many files were open',
}

function outageOf({ failures: [first] }: Cause): string {
  const { code, hasTimedOut } = signOf(first?.fingerprint ?? '', first?.message ?? '')
  if (code !== null) return OUTAGES[code] ?? `infrastructure failed with ${code}`
  return hasTimedOut ? 'infrastructure was too slow' : 'infrastructure'
}

/** What a change did. */
function doneBy({ failures }: Section): string[] {
  const of = (kind: Failing['kind']) => sizeOf(failures.filter((each) => each.kind === kind)).tests
  const [broke, fresh, woken] = [of('broke'), of('new'), of('woken')]
  return [
    ...(broke > 0 ? [`broke ${count(broke, 'test')}`] : []),
    ...(fresh > 0 ? [`added ${count(fresh, 'failing test')}`] : []),
    ...(woken > 0 ? [`runs ${count(woken, 'failing test')} that the base skips`] : []),
  ]
}

/** The failures of a section in words; `ran` where most tests of a run failing is to be told as that. */
function partsOf({ failures }: Section, ran?: number): string[] {
  const of = (kind: Failing['kind']) => sizeOf(failures.filter((each) => each.kind === kind)).all
  const [broke, fresh, woken, errors] = [of('broke'), of('new'), of('woken'), of('error')]
  const elsewhere = of('not-compared')
  const isBase = ran !== undefined
  const isMost = isBase && broke * 2 > ran
  return [
    ...(broke > 0 ? [`${isMost ? `${broke} of ${count(ran, 'test')}` : count(broke, 'test')} broke`] : []),
    ...(fresh > 0 ? [`${count(fresh, 'new test')} ${fresh === 1 ? 'fails' : 'fail'}`] : []),
    ...(woken > 0
      ? [`${count(woken, 'test')} ${woken === 1 ? 'fails that was' : 'fail that were'} skipped before`]
      : []),
    ...(elsewhere > 0
      ? [`${count(elsewhere, 'test')} failed${isBase ? ' where the base did not run' : ''}`]
      : []),
    ...(errors > 0 ? [`${count(errors, 'failure')} outside tests`] : []),
  ]
}

/** How many tests ran, where one leg makes that a number of tests. */
const ranOf = ({ head: { counts }, legs }: Compared): number =>
  legs.compared.length + legs.onlyHead.length > 1
    ? Number.POSITIVE_INFINITY
    : counts.passed + counts.failed + counts.flaky

/** How many causes the failures have, where that is fewer. */
function causesIn({ failures, causes }: Section): string {
  const { all } = sizeOf(failures)
  if (causes.length >= all) return ''
  return causes.length === 1 ? ', one cause' : `, ${causes.length} causes`
}

const listed = (parts: string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
