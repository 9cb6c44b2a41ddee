import { lineIn, ownFrame } from '../executions/line-in.ts'
import { errorBlock } from './error-block.ts'
import { plain } from './escape.ts'
import { ciUrlOf, link, sourceUrlOf } from './links.ts'
import { legsOf, nameOf, ownedBy } from './name.ts'
import { type Cause, type Failing, firstLineOf, sizeOf, type Topic, type Verdict } from './outline.ts'
import { MOST_NAMED, type Shown } from './prepare-section.ts'
import type { Detail } from './render-section.ts'
import { count } from './words.ts'

/** Wordings of one error, and of its evidence, that are told. */
const MOST_WORDINGS = 3

/** One cause: what failed, the error once, the evidence once, where to look, and all names, folded. */
export function renderCause(
  cause: Cause,
  topic: Topic,
  shown: Shown,
  { detail, evidence }: { detail: Detail; evidence: string[] },
): string[] {
  const [first] = cause.failures as [Failing]
  const isOne = sizeOf(cause.failures).all === 1
  const { failure } = shown.seen(first)
  const heading = isOne ? headingOfOne(cause, shown) : headingOfMany(cause, shown)
  const error =
    detail.errors && first.message.trim() !== '' ? [errorBlock(first.message, failure, first.file)] : []
  return [
    heading,
    ...error,
    ...similar(cause, detail),
    ...paragraph([...evidence, ...whatElse(cause, topic), links(cause, topic, shown, isOne)]),
    ...(isOne ? [] : namesOf(cause, shown, detail)),
  ]
}

function headingOfOne({ failures }: Cause, shown: Shown): string {
  const [first] = failures as [Failing]
  const name = first.test ? nameOf(first.test) : first.file === null ? 'The run itself' : plain(first.file)
  return [`**${name}**${legsOf(failures, shown.compared)}`, placeOf(first, shown), ownersOf(failures, shown)]
    .filter((part) => part !== '')
    .join(' · ')
}

function headingOfMany({ failures }: Cause, shown: Shown): string {
  const { tests, errors } = sizeOf(failures)
  const files = new Set(failures.map(({ file }) => file)).size
  const what = [
    ...(tests > 0 ? [count(tests, 'test')] : []),
    ...(errors > 0 ? [`${count(errors, 'failure')} outside tests`] : []),
  ].join(' and ')
  return [`**${what} in ${count(files, 'file')}**`, causeOf(failures, shown), ownersOf(failures, shown)]
    .filter((part) => part !== '')
    .join(' · ')
}

/** Where a test failed, linked where the repository's address is known. */
function placeOf(failing: Failing, { seen, compared }: Shown): string {
  const { file } = failing
  if (!file) return ''
  const { failure, isOfRepository } = seen(failing)
  const line = failure && lineIn(file, failure)
  const name = `<code>${plain(line ? `${lastOf(file)}:${line}` : file)}</code>`
  return line && isOfRepository ? link(name, sourceUrlOf(compared.head, file, line)) : name
}

const lastOf = (file: string) => file.slice(file.lastIndexOf('/') + 1)

/** The place in the own code that several tests failed in. */
function causeOf([first]: Failing[], { seen, compared }: Shown): string {
  if (!first) return ''
  const { failure, isOfRepository } = seen(first)
  const frame = failure && ownFrame(failure)
  if (!frame) return ''
  const name = `<code>${plain(`${frame.file}:${frame.line}`)}</code>`
  return isOfRepository ? link(name, sourceUrlOf(compared.head, frame.file, frame.line)) : name
}

function ownersOf(failures: Failing[], shown: Shown): string {
  return ownedBy(
    failures.map(({ file }) => file ?? ''),
    shown.ownersOf,
  )
}

/** Errors that differ from the first one in values, each as it was written. */
function similar({ alike }: Cause, { errors }: Detail): string[] {
  const others = alike.slice(1)
  if (!errors || others.length === 0) return []
  const told = others.slice(0, MOST_WORDINGS).map(([first, ...rest]) => {
    const { test, file } = first as Failing
    const name = test ? nameOf(test) : plain(file ?? '')
    return `- ${name}${rest.length > 0 ? ` and ${rest.length} more` : ''}: ${plain(firstLineOf(first as Failing)) || 'no message'}`
  })
  const more = others.length - told.length
  return [['Similar, with other values:', ...told, ...(more > 0 ? [`- … and ${more} more`] : [])].join('\n')]
}

/** What the verdicts rest on; each sentence once, with how many it is about where they differ. */
export function evidenceOf({ failures }: Cause): string[] {
  const judged = failures.filter(({ verdict }) => verdict !== null)
  const bySentence = [...Map.groupBy(judged, ({ verdict }) => verdict?.because ?? '')]
  bySentence.sort((a, b) => b[1].length - a[1].length)
  const told = bySentence.slice(0, MOST_WORDINGS).map(([because, those]) => {
    const missing = those[0]?.verdict?.missing ?? null
    const { tests } = sizeOf(those)
    const isOfEach = tests > 1 && because.startsWith('It ')
    const of = bySentence.length > 1 ? `${count(tests, 'test')}: ` : isOfEach ? 'Each test: ' : ''
    return `${of}${plain(of === '' ? because : because.replace(/^It /, 'it '), 400)}${missing === null ? '' : ` To settle it: ${plain(missing, 300)}.`}`
  })
  const rest = bySentence.slice(MOST_WORDINGS).flatMap(([, those]) => those)
  return rest.length > 0 ? [...told, `${count(sizeOf(rest).all, 'test')} for other reasons.`] : told
}

function whatElse({ stopped }: Cause, topic: Topic): string[] {
  return [
    ...(stopped > 0 ? [`Because of it ${count(stopped, 'test')} did not run.`] : []),
    ...(topic === 'infrastructure' ? ['Run it again when that is over.'] : []),
  ]
}

const paragraph = (parts: string[]): string[] => {
  const told = parts.filter((part) => part !== '')
  return told.length > 0 ? [told.join(' ')] : []
}

type What = Verdict['evidence'][number]['what']

/** Runs that speak for a verdict, as a link names them; null for those that the comment is about. */
const RUNS: Record<What, ((branch: string) => string) | null> = {
  'failed-here': null,
  'failed-before': () => 'Failed here before',
  'passed-on-base': (branch) => `Last pass on ${branch}`,
  'failed-on-base': (branch) => `Failure on ${branch}`,
  'passed-on-base-since': (branch) => `Passed since on ${branch}`,
  'failed-on-base-since': (branch) => `Failed since on ${branch}`,
  'without-it-on-base': null,
  'other-leg': (branch) => `Other leg on ${branch}`,
  flaked: (branch) => `Last flake on ${branch}`,
  'passed-on-same-code': () => 'Passed on the same code',
  'failed-elsewhere': (branch) => `Failure on ${branch}`,
  'passed-elsewhere': (branch) => `Pass on ${branch}`,
}
const MOST_RUNS = 3

function links({ failures }: Cause, topic: Topic, { seen, compared }: Shown, isOne: boolean): string {
  const [first] = failures as [Failing]
  const { verdict } = first
  const runs = new Map<string, string>()
  for (const { what, url, branch } of verdict?.evidence ?? []) {
    const name = RUNS[what]?.(branch === null ? 'the base' : plain(branch, 60))
    if (name !== undefined && !runs.has(name) && runs.size < MOST_RUNS) runs.set(name, url)
  }
  const { attached } = seen(first)
  const of = isOne ? '' : ' of the first'
  const ci = topic === 'infrastructure' ? ciUrlOf(compared.head) : null
  return [
    ...(verdict && first.test && topic !== 'infrastructure'
      ? [link(`History${of}`, verdict.historyUrl)]
      : []),
    ...attached.map(({ name, url }) => link(`${name}${of}`, url)),
    ...[...runs].map(([name, url]) => link(name, url)),
    ...(ci === null ? [] : [link('CI run', ci)]),
  ].join(' · ')
}

/** The names of several failures: a few at once, more folded away. */
function namesOf({ failures }: Cause, shown: Shown, { mostListed }: Detail): string[] {
  const { all } = sizeOf(failures)
  const byTest = [...Map.groupBy(failures, ({ test, file }) => test?.testId ?? `/${file}`).values()]
  const lines = byTest.slice(0, mostListed).map((same, i) => {
    const [one] = same as [Failing]
    const name = one.test ? nameOf(one.test) : plain(one.file ?? 'the run itself')
    const place = i < MOST_NAMED ? placeOf(one, shown) : `<code>${plain(one.file ?? '')}</code>`
    return `- ${name}${legsOf(same, shown.compared)}${one.file ? ` · ${place}` : ''}`
  })
  const more = byTest.length - lines.length
  if (more > 0) lines.push(`- … and ${link(`${more} more`, shown.compared.head.url)}`)
  if (all <= MOST_NAMED) return [lines.join('\n')]
  const names = byTest.slice(0, MOST_NAMED).map(([one]) => {
    const { test, file } = one as Failing
    return test ? nameOf(test) : plain(file ?? 'the run itself')
  })
  const summary = `<summary>${names.join(', ')} and ${byTest.length - MOST_NAMED} more</summary>`
  return [`<details>${summary}\n\n${lines.join('\n')}\n\n</details>`]
}
