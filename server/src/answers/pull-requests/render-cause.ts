import { plainMarkdown } from '@svc/protocol'
import { errorLineIn, ownFrame } from '../../results/results/error-location.ts'
import { queueTarget } from '../comparison/queue-target.ts'
import { reachOfAll, withoutReach } from '../comparison/reach-sentence.ts'
import { errorBlock } from './error-block.ts'
import { link, sourceUrlOf } from './links.ts'
import { commentNameOf, legsOf, ownedBy } from './name.ts'
import { type Cause, type Failing, firstLineOf, sizeOf, type Topic, type Verdict } from './outline.ts'
import { type Detail, MOST_NAMED, type Shown } from './prepare-section.ts'
import { count, inFiles, listed } from './words.ts'

/** The number of wordings of one error, and of its evidence, that are shown. */
const MOST_WORDINGS = 3

/**
 * The facts that hold for several causes and appear above them; null for facts that each cause
 * states itself.
 */
export interface Shared {
  evidence: string[] | null
  /** True if the evidence above them says what each cause's files import, too. */
  hasReach: boolean
  links: string[] | null
  owners: string | null
}
export const NOT_SHARED: Shared = { evidence: null, hasReach: false, links: null, owners: null }

interface How {
  detail: Detail
  /** One of many causes: a line names its first tests instead of a list. */
  isBrief: boolean
  shared: Shared
}

/** One cause: the tests, the error once, the evidence once, the links, and all names, folded. */
export function renderCause(
  cause: Cause,
  topic: Topic,
  shown: Shown,
  { detail, isBrief, shared }: How,
): string[] {
  const [first] = cause.failures as [Failing]
  const isOne = sizeOf(cause.failures).all === 1
  const { failure } = shown.seen(first)
  const place = isOne ? testPlaceOf(first, shown) : causePlaceOf(first, shown)
  const heading = [
    isOne ? titleOfOne(cause, shown) : titleOfMany(cause),
    place,
    shared.owners === null ? ownersOf(cause, shown) : '',
  ]
  const error =
    detail.errors && first.message.trim() !== ''
      ? [
          errorBlock(first.message, failure, {
            file: first.file,
            hasPlace: isBrief && !isOne && place !== '',
          }),
        ]
      : []
  const links = [
    ...(isBrief && !isOne ? [] : historyLinks(first, topic, isOne)),
    ...attachedLinks(first, shown, isOne),
    ...logLinks(cause, shown),
    ...(shared.links === null ? runLinksOf(cause) : []),
  ]
  return [
    heading.filter(Boolean).join(' · '),
    ...error,
    ...similar(cause, detail, isBrief),
    ...paragraph([
      ...(shared.evidence === null ? evidenceOf(cause) : shared.hasReach ? [] : [reachIn(cause)]),
      ...repeatOf(cause),
      ...consequences(cause),
      ...(isBrief && !isOne ? [`${firstNamesOf(cause, shown.compared.head.url)}.`] : []),
      links.join(' · '),
    ]),
    ...(isOne || isBrief ? [] : namesOf(cause, shown, detail)),
  ]
}

function titleOfOne({ failures }: Cause, { compared }: Shown): string {
  const [first] = failures as [Failing]
  return `**${calledOf(first)}**${legsOf(failures, compared)}`
}

function titleOfMany({ failures }: Cause): string {
  const { tests, errors } = sizeOf(failures)
  const what = listed([
    ...(tests > 0 ? [count(tests, 'test')] : []),
    ...(errors > 0 ? [`${count(errors, 'failure')} outside tests`] : []),
  ])
  return `**${what}${inFiles(failures)}**`
}

const calledOf = ({ test, file }: Failing): string =>
  test ? commentNameOf(test) : file ? plainMarkdown(file) : 'The run itself'

/** The place where a test failed, linked if the repository's address is known. */
function testPlaceOf(failing: Failing, { seen, compared, shortNameOf }: Shown): string {
  const { file } = failing
  if (!file) return ''
  const { failure, isOfRepository } = seen(failing)
  const line = failure && errorLineIn(file, failure)
  const name = `<code>${plainMarkdown(line ? `${shortNameOf(file)}:${line}` : file)}</code>`
  return line && isOfRepository ? link(name, sourceUrlOf(compared.head, file, line)) : name
}

/** The place in the project's code where several tests failed. */
function causePlaceOf(first: Failing, { seen, compared }: Shown): string {
  const { failure, isOfRepository } = seen(first)
  const frame = failure && ownFrame(failure)
  if (!frame) return ''
  const name = `<code>${plainMarkdown(`${frame.file}:${frame.line}`)}</code>`
  return isOfRepository ? link(name, sourceUrlOf(compared.head, frame.file, frame.line)) : name
}

/** The owners of a cause's files. */
export const ownersOf = ({ failures }: Cause, shown: Shown): string =>
  ownedBy(
    failures.map(({ file }) => file ?? ''),
    shown.ownersOf,
  )

/** Errors that differ from the first one in values, each unchanged. */
function similar({ alike }: Cause, { errors }: Detail, isBrief: boolean): string[] {
  const others = alike.slice(1)
  if (!errors || others.length === 0) return []
  if (isBrief) return [`${count(others.length, 'similar message')} with other values.`]
  const shown = others.slice(0, MOST_WORDINGS).map(([first, ...rest]) => {
    const { test, file } = first as Failing
    const name = test ? commentNameOf(test) : plainMarkdown(file ?? '')
    return `- ${name}${rest.length > 0 ? ` and ${rest.length} more` : ''}: ${plainMarkdown(firstLineOf(first as Failing)) || 'no message'}`
  })
  const more = others.length - shown.length
  return [['Similar, with other values:', ...shown, ...(more > 0 ? [`- … and ${more} more`] : [])].join('\n')]
}

/** What the files of a cause import, if it is the same for all; else empty. */
const reachIn = ({ failures }: Cause): string =>
  plainMarkdown(reachOfAll(failures.flatMap(({ verdict }) => verdict ?? [])), 400)

/**
 * The evidence behind the verdicts; each sentence once, with the number of tests it covers if they differ.
 */
export function evidenceOf(cause: Cause, { ofEach = false, hasReach = true } = {}): string[] {
  const { failures } = cause
  const reach = hasReach ? reachIn(cause) : ''
  const judged = failures.filter(({ verdict }) => verdict !== null)
  const isOfSeveral = ofEach || sizeOf(judged).all > 1
  const sentenceOf = ({ verdict }: Failing) => {
    const because = verdict ? withoutReach(verdict) : ''
    return isOfSeveral ? because.replace(COMPANY, '') : because
  }
  const bySentence = [...Map.groupBy(judged, sentenceOf)]
  bySentence.sort((a, b) => b[1].length - a[1].length)
  const sentences = bySentence.slice(0, MOST_WORDINGS).map(([because, those]) => {
    const missing = those[0]?.verdict?.missing ?? null
    const { tests } = sizeOf(those)
    const text =
      bySentence.length > 1
        ? `${count(tests, 'test')}: ${plainMarkdown(because.replace(/^It /, tests > 1 ? 'each ' : 'it '), 400)}`
        : plainMarkdown(tests > 1 || ofEach ? because.replace(/^It /, 'Each test ') : because, 400)
    const imports = bySentence.length === 1 && reach !== '' ? ` ${reach}` : ''
    return `${text}${imports}${missing === null ? '' : ` To be certain: ${plainMarkdown(missing, 300)}.`}`
  })
  const rest = bySentence.slice(MOST_WORDINGS).flatMap(([, those]) => those)
  if (rest.length > 0) sentences.push(`${count(sizeOf(rest).all, 'test')} for other reasons.`)
  return bySentence.length > 1 && reach !== '' ? [...sentences, reach] : sentences
}

/** The commands that repeat a trial of its first test that was tried. */
function repeatOf({ failures }: Cause): string[] {
  const trials = failures.find(({ verdict }) => verdict?.trials)?.verdict?.trials
  if (!trials) return []
  const { head, base } = trials
  const command = (text: string) => `<code>${plainMarkdown(text, 300)}</code>`
  return [
    `To repeat it here: ${command(head.command)}${base ? `, on ${plainMarkdown(base.branch ?? 'the base', 100)}: ${command(base.command)}` : ''}.`,
  ]
}

/**
 * The number of other tests that a test failed with: the heading counts them, and causes of other
 * sizes share the rest.
 */
const COMPANY = /, like [\d,]+ other tests? with this error(?=,)/

const consequences = ({ stopped }: Cause): string[] =>
  stopped.length > 0 ? [`${count(stopped.length, 'test')} did not run because of it.`] : []

const paragraph = (parts: string[]): string[] => {
  const filled = parts.filter((part) => part !== '')
  return filled.length > 0 ? [filled.join(' ')] : []
}

/** The link text of runs that support a verdict; null for runs that the comment is about. */
const RUNS: Record<Verdict['evidence'][number]['what'], ((branch: string) => string) | null> = {
  'failed-here': null,
  'failed-before': () => 'Earlier failure here',
  'passed-on-base': (branch) => `Last pass on ${branch}`,
  'failed-on-base': (branch) => `Failure on ${branch}`,
  'passed-on-base-since': (branch) => `Later pass on ${branch}`,
  'failed-on-base-since': (branch) => `Later failure on ${branch}`,
  'without-it-on-base': null,
  'other-leg': (branch) => `Other leg on ${branch}`,
  flaked: (branch) => `Last flake on ${branch}`,
  'passed-on-same-code': () => 'Pass on the same code',
  'passed-alone': null,
  'failed-elsewhere': (branch) => `Failure on ${branch}`,
  'passed-elsewhere': (branch) => `Pass on ${branch}`,
}
const MOST_RUNS = 3

/** Links to the runs that support the verdict of a cause. */
export function runLinksOf({ failures: [first] }: Cause): string[] {
  const runs = new Map<string, string>()
  for (const { what, url, branch } of first?.verdict?.evidence ?? []) {
    const name = RUNS[what]?.(branch === null ? 'the base' : plainMarkdown(queueTarget(branch), 60))
    if (name !== undefined && !runs.has(name) && runs.size < MOST_RUNS) runs.set(name, url)
  }
  return [...runs].map(([name, url]) => link(name, url))
}

function historyLinks({ verdict, test }: Failing, topic: Topic, isOne: boolean): string[] {
  if (!verdict || !test || topic === 'infrastructure') return []
  return [link(isOne ? 'History' : 'History of the first', verdict.historyUrl)]
}

const attachedLinks = (first: Failing, { seen }: Shown, isOne: boolean): string[] =>
  seen(first).attached.map(({ name, url }) => link(isOne ? name : `${name} of the first`, url))

/** Links to the CI job of the failure, or of the first one if others may have failed in other jobs. */
export function logLinks({ failures }: Cause, { seen }: Shown): string[] {
  const [first] = failures as [Failing]
  const { jobUrl } = seen(first)
  return jobUrl === null ? [] : [link(failures.length === 1 ? 'CI log' : 'CI log of the first', jobUrl)]
}

/** Links to the CI job of one of several failures, unless it is the first one's. */
function ownLogOf(failing: Failing, first: Failing, { seen }: Shown): string {
  const { jobUrl } = seen(failing)
  return jobUrl === null || jobUrl === seen(first).jobUrl ? '' : ` · ${link('CI log', jobUrl)}`
}

/** The first few names, and the number of further ones; a summary cannot link them. */
function firstNamesOf({ failures }: Cause, url: string | null = null): string {
  const byTest = testsOf(failures)
  const names = byTest.slice(0, MOST_NAMED).map(([one]) => calledOf(one as Failing))
  const more = byTest.length - names.length
  return more > 0
    ? `${names.join(', ')} and ${link(`${more.toLocaleString('en')} more`, url)}`
    : listed(names)
}

const testsOf = (failures: Failing[]): Failing[][] => [
  ...Map.groupBy(failures, ({ test, file }) => test?.testId ?? `/${file}`).values(),
]

/** The names of several failures: the first few visible, the others folded. */
function namesOf(cause: Cause, shown: Shown, { mostListed }: Detail): string[] {
  const byTest = testsOf(cause.failures)
  const lines = byTest.slice(0, mostListed).map((same, i) => {
    const [one] = same as [Failing]
    const place = i < MOST_NAMED ? testPlaceOf(one, shown) : `<code>${plainMarkdown(one.file ?? '')}</code>`
    const log = i < MOST_NAMED ? ownLogOf(one, cause.failures[0] as Failing, shown) : ''
    return `- ${calledOf(one)}${legsOf(same, shown.compared)}${one.file ? ` · ${place}` : ''}${log}`
  })
  const more = byTest.length - lines.length
  if (more > 0) lines.push(`- … and ${link(`${more.toLocaleString('en')} more`, shown.compared.head.url)}`)
  if (byTest.length <= MOST_NAMED) return [lines.join('\n')]
  return [`<details><summary>${firstNamesOf(cause)}</summary>\n\n${lines.join('\n')}\n\n</details>`]
}
