import { text } from '../../data/search.ts'

/** The parts below a failure that can be open. */
export type Pane = 'steps' | 'stack' | 'output' | 'raw' | 'attempts'
const PANES: readonly unknown[] = ['steps', 'stack', 'output', 'raw', 'attempts']
/** The zoom of the time line, a power of two. */
export const LONGEST_ZOOM = 16
const ZOOMS: readonly unknown[] = [2, 4, 8, LONGEST_ZOOM]
/** How the images of a screenshot assertion are compared. */
export type ImageView = 'diff' | 'slider' | 'beside'
const IMAGE_VIEWS: readonly unknown[] = ['diff', 'slider', 'beside']
export type StatusFilter = 'failed' | 'flaky' | 'skipped' | 'passed' | 'all'
const STATUSES: readonly unknown[] = ['failed', 'flaky', 'skipped', 'passed', 'all']

/** The state of the Execution page, all of it in the address. */
export interface ExecutionSearch {
  /** The time line instead of results. */
  view?: 'time' | undefined
  /** Absent: the whole time line in the width of the page. */
  zoom?: number | undefined
  /** Absent: failures by verdict, then flaky tests. */
  status?: StatusFilter | undefined
  q?: string | undefined
  owner?: string | undefined
  leg?: string | undefined
  /** `<test id>`, or `<test id>~<leg>` if the test ran on several legs. */
  test?: string | undefined
  /** From 1, or all side by side; absent: the last failed one. */
  attempt?: number | 'all' | undefined
  pane?: Pane | undefined
  /** Absent: the difference, if the runner attached one. */
  image?: ImageView | undefined
  /** An image or a video that is shown large. */
  artifact?: string | undefined
}

/**
 * The results that a view lists or draws one by one; null for the failures, which arrive with the
 * execution.
 */
export const listedOf = ({ view, status }: ExecutionSearch): StatusFilter | null =>
  view === 'time' ? 'all' : status === undefined || status === 'failed' ? null : status

/**
 * Whether a list starts with its first rows. A filter searches all of them, and a selected test may
 * be any of them.
 */
export const isPlainList = ({ view, q, owner, leg, test }: ExecutionSearch): boolean =>
  view !== 'time' && [q, owner, leg, test].every((each) => each === undefined)

/** The state of a list without what is selected in it, to which each of its rows adds itself. */
export const listIn = ({ test, attempt, pane, artifact, ...list }: ExecutionSearch): ExecutionSearch => list

/** Parses the address; ignores unknown parameters. */
export function readExecutionSearch(raw: Record<string, unknown>): ExecutionSearch {
  const { status, pane, image } = raw
  const attempt = Number(raw.attempt)
  const zoom = Number(raw.zoom)
  return {
    ...(raw.view === 'time' && { view: 'time' }),
    ...(ZOOMS.includes(zoom) && { zoom }),
    ...(STATUSES.includes(status) && { status: status as StatusFilter }),
    ...text('q', raw.q),
    ...text('owner', raw.owner),
    ...text('leg', raw.leg),
    ...text('test', raw.test),
    ...(raw.attempt === 'all' && { attempt: 'all' }),
    ...(Number.isSafeInteger(attempt) && attempt > 0 && { attempt }),
    ...(PANES.includes(pane) && { pane: pane as Pane }),
    ...(IMAGE_VIEWS.includes(image) && { image: image as ImageView }),
    ...text('artifact', raw.artifact),
  }
}
