import type { Random } from '../../../bench/verdicts/random.ts'
import { CHANGES, type Change, OPEN_CHANGES, SMALL_COMMITS } from './changes.ts'

export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const WEEKS = 6

/** The newest commit of main in the story lies this long before now: what the demo runs itself comes after. */
const ENDS_BEFORE_MS = 2 * HOUR_MS
/** For so long before, main ran every two hours. */
const LAST_HOURS = 8

/** A commit of the story's repository; numbers are marks of `git fast-import`. */
interface Commit {
  mark: number
  at: number
  message: string
  /** Marks; none for the first. */
  parents: number[]
}

/** A run of CI. */
export interface Push {
  at: number
  /** When the code of main that it tests was committed. */
  codeAt: number
  build: string
  event: 'push' | 'schedule' | 'pull_request'
  branch: string
  /** Marks of the commit that is tested and, on a pull request, of the branch's own. */
  tested: number
  head: number
  /** A pull request's: the commit of main that it was merged onto, and where its branch begins. */
  base?: number
  fork?: number
  pullRequest?: number
  /** Of the branch's own commit, as a reporter reads it from git. */
  message: string
  change?: Change
  /** True for a push that the change's defect is in. */
  isBroken: boolean
}

export interface Calendar {
  commits: Commit[]
  pushes: Push[]
  /** The mark of main's newest commit. */
  main: number
  /** A number that no pull request of the story has. */
  nextPullRequest: number
}

/** Six weeks until now: commits of main on workdays, pull requests with one to three pushes, and a run each night. */
export function makeCalendar(random: Random, now: number): Calendar {
  const begin = Math.floor(now / DAY_MS) * DAY_MS - WEEKS * 7 * DAY_MS
  const commits: Commit[] = []
  const add = (at: number, message: string, parents: number[]) => {
    commits.push({ mark: commits.length + 1, at, message, parents })
    return commits.length
  }
  const pushes: Push[] = []
  let builds = 10_000
  const push = (more: Omit<Push, 'build' | 'codeAt' | 'message'>) =>
    pushes.push({
      build: String(++builds),
      codeAt: commits[main - 1]?.at ?? begin,
      message: more.change?.title ?? commits[more.head - 1]?.message ?? '',
      ...more,
    })
  let main = add(begin - DAY_MS, 'The shop opens', [])
  const onMain = (at: number, event: 'push' | 'schedule') =>
    push({ at, event, branch: 'main', tested: main, head: main, isBroken: false })
  let number = 100

  const pull = (change: Change, firstAt: number, isMerged: boolean) => {
    const fork = main
    const pullRequest = ++number
    let head = fork
    let at = firstAt
    for (let i = 1; i <= change.pushes; i++) {
      const isBroken = change.breaks !== undefined && (i < change.pushes || !isMerged)
      head = add(at, i === 1 ? change.title : 'After review', [head])
      const tested = add(at + MINUTE_MS, `Merge ${change.branch} into main`, [main, head])
      const where = { branch: change.branch, tested, head, base: main, fork, pullRequest, change, isBroken }
      push({ at: at + 2 * MINUTE_MS, event: 'pull_request', ...where })
      at += random.whole(35, 80) * MINUTE_MS
    }
    return { at, message: `${change.title} (#${pullRequest})` }
  }

  const changes = [...CHANGES]
  const end = now - ENDS_BEFORE_MS
  for (let day = begin; day < end; day += DAY_MS) {
    const night = day + 2 * HOUR_MS + 10 * MINUTE_MS
    if (night < end) onMain(night, 'schedule')
    const weekday = new Date(day).getUTCDay()
    if (weekday === 0 || weekday === 6) continue
    const due = CHANGES.length - Math.floor(((end - day) / (WEEKS * 7 * DAY_MS)) * CHANGES.length)
    const change = CHANGES.length - changes.length < due ? changes.shift() : undefined
    const work = [day + 9 * HOUR_MS, day + 15 * HOUR_MS].map((at) => at + random.whole(0, 70) * MINUTE_MS)
    for (const [i, at] of work.entries()) {
      if (at > end) break
      const merged = i === 0 && change ? pull(change, at, true) : { at, message: random.pick(SMALL_COMMITS) }
      if (merged.at > end) break
      main = add(merged.at, merged.message, [main])
      onMain(merged.at + 3 * MINUTE_MS, 'push')
    }
  }
  // What the demo runs itself fails by design: without these runs, today would have no green.
  for (let at = end - LAST_HOURS * HOUR_MS; at < end; at += 2 * HOUR_MS)
    if (at > (commits[main - 1]?.at ?? begin)) onMain(at, 'schedule')
  for (const [i, change] of OPEN_CHANGES.entries()) pull(change, end - (30 - i * 9) * HOUR_MS, false)
  pushes.sort((a, b) => a.at - b.at)
  return { commits, pushes: pushes.filter(({ at }) => at < now - HOUR_MS), main, nextPullRequest: number + 1 }
}
