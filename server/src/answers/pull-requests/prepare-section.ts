import type { CiRun, Failure, Trust } from '@svc/protocol'
import type { Context } from '../../ground/kernel/context.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { testPages } from '../../history/tests/test-page.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import {
  type FailedPlace,
  type FailureDetail,
  readFailureDetails,
} from '../../results/results/failure-details.ts'
import { ciUrlOf, jobUrlOf } from './links.ts'
import type { OwnersOfFile } from './name.ts'
import { type Compared, type Failing, outlineOf } from './outline.ts'
import { readLastAttached } from './read-last-attached.ts'

/**
 * How much to show: the number of names before the rest is only counted, and whether errors appear in full.
 */
export interface Detail {
  mostListed: number
  errors: boolean
}

/** What is known about one project and suite before its text is written. */
interface Given {
  compared: Compared
  ownersOf: OwnersOfFile
}

/** A failure with the facts that a person looks at next. */
interface Seen {
  failure: Failure | null
  /** True if the paths of its part are relative to the repository. */
  isOfRepository: boolean
  /** The attachments of its last failed attempt, by name. */
  attached: { name: string; url: string; id: string }[]
  /** The page of the CI job in which it failed; null if unknown, or if all parts ran in one job. */
  jobUrl: string | null
}

/** A link to CI, by name. */
interface CiLink {
  name: 'CI log' | 'CI run'
  url: string
}

/** One project and suite, with the details of all failures that its text shows. */
export interface Shown extends Given {
  seen(failing: Failing): Seen
  /** The last name of a file; its path if a failing file in another folder has the same name. */
  shortNameOf(file: string): string
  /** The page with all runs of a test. */
  historyOf(testId: string): string
  /** The only CI job, or the CI run; null without either. */
  ci: CiLink | null
}

/** The number of causes of a topic, and of failures of a cause, that appear with their details. */
export const MOST_CAUSES = 5
export const MOST_NAMED = 3

/** The project and suite with the error, the place and the artifacts of each failure that its text shows. */
export async function prepareSection(ctx: Context, head: ExecutionRow, given: Given): Promise<Shown> {
  const shown = outlineOf(given.compared).flatMap(({ causes }) =>
    causes.slice(0, MOST_CAUSES).flatMap(({ failures }) => failures.slice(0, MOST_NAMED)),
  )
  const detailOf = await readFailureDetails(ctx.store, head, shown.map(failedPlaceOf))
  const details = shown.flatMap((failing) => detailOf(failedPlaceOf(failing)) ?? [])
  const [parts, artifacts, historyOf] = await Promise.all([
    readParts(
      ctx.store,
      head,
      details.map(({ part }) => part),
    ),
    readArtifacts(ctx.store, head, details),
    testPages(ctx, head.slug),
  ])
  return {
    ...given,
    shortNameOf: shortNames(given.compared),
    historyOf,
    ci: ciLinkOf(given.compared.head, parts),
    seen: (failing) => {
      const detail = detailOf(failedPlaceOf(failing))
      if (detail === undefined) return NOTHING
      return {
        failure: detail.failure,
        isOfRepository: parts.ofRepository.has(detail.part),
        attached: (artifacts.get(`${detail.testId}/${detail.part}`) ?? []).map(({ name, id }) => ({
          name,
          id,
          url: attachmentPage(given.compared.head.url, { name, id }, failing.test?.testId ?? ''),
        })),
        jobUrl: parts.hasSeveralJobs ? (parts.jobUrls.get(detail.part) ?? null) : null,
      }
    },
  }
}

function shortNames(compared: Compared): Shown['shortNameOf'] {
  const files = new Set(
    outlineOf(compared).flatMap(({ failures }) => failures.flatMap(({ file }) => file ?? [])),
  )
  const counts = Map.groupBy(files, lastOf)
  return (file) => ((counts.get(lastOf(file))?.length ?? 0) > 1 ? file : lastOf(file))
}

const lastOf = (file: string) => file.slice(file.lastIndexOf('/') + 1)

const NOTHING: Seen = { failure: null, isOfRepository: false, attached: [], jobUrl: null }

function ciLinkOf(head: Compared['head'], { onlyJobUrl, hasSeveralJobs }: Parts): CiLink | null {
  if (onlyJobUrl !== null) return { name: 'CI log', url: onlyJobUrl }
  const url = ciUrlOf(head)
  return url === null ? null : { name: hasSeveralJobs ? 'CI run' : 'CI log', url }
}

const failedPlaceOf = ({ test, file, message }: Failing): FailedPlace => ({ test, file, message })

/** The number of screenshots that are linked for one attempt; a test may take hundreds. */
const MOST_ATTACHED = 3

interface Attachment {
  name: string
  id: string
}

/** The artifacts of these failures, from the last attempt that attached any, by `<test>/<part>`. */
async function readArtifacts(store: Store, head: ExecutionRow, details: FailureDetail[]) {
  const attached = await readLastAttached(store, head.id, details)
  return new Map(
    attached.map(([place, last]): [string, Attachment[]] => {
      const named = last.flatMap((row) => {
        const name = kindOf(row.name, row.content_type)
        return name === null ? [] : [{ name, id: row.public_id }]
      })
      return [place, [...new Map(named.map((one) => [one.name, one])).values()].slice(0, MOST_ATTACHED)]
    }),
  )
}

/** The page that shows an attachment: it asks a visitor to sign in, which the address of the bytes cannot. */
const attachmentPage = (execution: string, { name, id }: Attachment, testId: string): string =>
  name === 'Trace' ? `${execution}/traces/${id}` : `${execution}?test=${testId}&artifact=${id}`

function kindOf(name: string, contentType: string): string | null {
  if (/\btrace\b/i.test(name)) return 'Trace'
  if (/^image\//i.test(contentType)) return 'Screenshot'
  return /^video\//i.test(contentType) ? 'Video' : null
}

/** What the comment shows of the parts of an execution. */
interface Parts {
  /** The parts whose paths are relative to the repository. */
  ofRepository: ReadonlySet<number>
  /** The page of each part's CI job. */
  jobUrls: ReadonlyMap<number, string>
  /** The page of the CI job if all parts ran in one; null otherwise. */
  onlyJobUrl: string | null
  hasSeveralJobs: boolean
}

/** An execution with more parts than this has several jobs. */
const MOST_PARTS = 200

/** Reads these parts of an execution, and whether all its parts ran in one CI job. */
async function readParts(store: Store, head: ExecutionRow, numbers: number[]): Promise<Parts> {
  const more = [...new Set(numbers)].filter((number) => number > MOST_PARTS)
  const rows = await store.read
    .selectFrom('part')
    .select(['number', 'job', 'package', 'config', 'leg_id', 'shard_index', 'run_attempt', 'facts'])
    .where('execution_id', '=', head.id)
    .where((is) =>
      is.or([
        is('number', '<=', MOST_PARTS),
        ...(more.length > 0 ? [isOneOf(store.dialect, 'number', more)] : []),
      ]),
    )
    .orderBy('run_attempt')
    .orderBy('number')
    .execute()
  const ofRepository = new Set<number>()
  const jobUrls = new Map<number, string>()
  const newest = new Map<string, string | null>()
  for (const { number, facts, job, package: folder, config, leg_id, shard_index } of rows) {
    const { root, ...rest } = JSON.parse(facts) as { root?: string; ci?: CiRun; trust?: Trust }
    const jobUrl = head.trust === 'fork' ? null : jobUrlOf(rest)
    if (root === 'git') ofRepository.add(number)
    if (jobUrl !== null) jobUrls.set(number, jobUrl)
    // A re-run of a job replaces its part.
    newest.set(JSON.stringify([job, folder, config, leg_id, shard_index]), jobUrl)
  }
  const [jobUrl = null, ...others] = new Set(newest.values())
  const isOne = others.length === 0 && head.parts <= MOST_PARTS
  return {
    ofRepository,
    jobUrls,
    onlyJobUrl: isOne ? jobUrl : null,
    hasSeveralJobs: jobUrls.size > 0 && !isOne,
  }
}
