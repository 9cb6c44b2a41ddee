import type { Failure } from '@svc/protocol'
import type { ExecutionRow } from '../executions/execution-row.ts'
import type { Context } from '../kernel/context.ts'
import { type FailedPlace, type FailureDetail, readFailureDetails } from '../results/failure-details.ts'
import type { Store } from '../store/open.ts'
import { testPages } from '../tests/test-page.ts'
import { ciUrlOf } from './links.ts'
import type { OwnersOfFile } from './name.ts'
import { type Compared, type Failing, outlineOf } from './outline.ts'
import { readLastAttached } from './read-last-attached.ts'
import { type Parts, readParts } from './read-parts.ts'

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
  attached: { name: string; url: string }[]
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
  const detailOf = await readFailureDetails(ctx.store, head, shown.map(placeOf))
  const details = shown.flatMap((failing) => detailOf(placeOf(failing)) ?? [])
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
    historyOf,
    ci: ciLinkOf(given.compared.head, parts),
    seen: (failing) => {
      const detail = detailOf(placeOf(failing))
      if (detail === undefined) return NOTHING
      return {
        failure: detail.failure,
        isOfRepository: parts.ofRepository.has(detail.part),
        attached: (artifacts.get(`${detail.testId}/${detail.part}`) ?? []).map(({ name, id }) => ({
          name,
          url: attachmentPage(given.compared.head.url, { name, id }, failing.test?.testId ?? ''),
        })),
        jobUrl: parts.hasSeveralJobs ? (parts.jobUrls.get(detail.part) ?? null) : null,
      }
    },
  }
}

const NOTHING: Seen = { failure: null, isOfRepository: false, attached: [], jobUrl: null }

function ciLinkOf(head: Compared['head'], { onlyJobUrl, hasSeveralJobs }: Parts): CiLink | null {
  if (onlyJobUrl !== null) return { name: 'CI log', url: onlyJobUrl }
  const url = ciUrlOf(head)
  return url === null ? null : { name: hasSeveralJobs ? 'CI run' : 'CI log', url }
}

const placeOf = ({ test, file, message }: Failing): FailedPlace => ({ test, file, message })

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
