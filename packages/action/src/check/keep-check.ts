import { sleep } from '@svc/client/action'
import type { GitHub } from '../github/call.ts'
import {
  type CheckBody,
  type CheckPlace,
  type CheckRun,
  createCheck,
  createStatus,
  listChecks,
  updateCheck,
} from '../github/checks.ts'
import { Trouble } from '../trouble.ts'

interface Keeping {
  github: GitHub
  place: CheckPlace
  /** What the check says now, in at most so many bytes where that is given. */
  read(mostBytes?: number): Promise<CheckBody>
}

/** Twenty jobs that end at once come to rest in far less. */
const MOST_ROUNDS = 20
/** For where GitHub refuses what should fit, in bytes. */
const SMALLER = [30_000, 10_000, 4_000]

/**
 * Writes the check and looks again until there is nothing to write: of jobs that end at once, each repairs what it
 * overwrote, and all check runs that they made say the same.
 */
export const keepCheck = async ({ github, place, read }: Keeping): Promise<void> => {
  const written = new Map<number, string>()
  // Of another app, whose check nobody else may change.
  const foreign = new Set<number>()
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (round > 1) await sleep(100 + Math.random() * 400)
    const body = await read()
    const said = JSON.stringify(body)
    const listed = (await listChecks(github, place)).filter(({ id }) => !foreign.has(id))
    // GitHub may list it a moment late.
    const made = [...written.keys()].filter((id) => !listed.some((run) => run.id === id))
    const latest = listed.at(-1)
    if (made.length === 0 && (!latest || (latest.isCompleted && !body.conclusion))) {
      const id = await shrinking(body, read, (fitting) => createCheck(github, place, fitting))
      written.set(id, said)
      continue
    }
    const due = listed.filter(
      (run) => written.get(run.id) !== said && (body.conclusion || !run.isCompleted) && !isSaid(run, body),
    )
    if (due.length === 0) return
    for (const { id } of due)
      try {
        await shrinking(body, read, (fitting) => updateCheck(github, place, id, fitting))
        written.set(id, said)
      } catch (error) {
        if (!isRefused(error)) throw error
        foreign.add(id)
        written.delete(id)
      }
  }
}

/** The same as a commit status, of which the newest counts: written until what it says still holds afterwards. */
export const keepStatus = async ({ github, place, read }: Keeping): Promise<void> => {
  let said = ''
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const body = await read()
    if (JSON.stringify(body) === said) return
    await createStatus(github, place, body)
    said = JSON.stringify(body)
  }
}

/** True for a refusal that another permission, or another token, would lift. */
export const isRefused = (error: unknown): error is Trouble =>
  error instanceof Trouble && !error.isLimit && (error.status === 403 || error.status === 404)

const isSaid = (run: CheckRun, { title, summary, conclusion }: CheckBody): boolean =>
  run.title === title && run.summary.trim() === summary.trim() && run.conclusion === conclusion

const shrinking = async <T>(
  body: CheckBody,
  read: Keeping['read'],
  act: (body: CheckBody) => Promise<T>,
): Promise<T> => {
  let fitting = body
  for (const smaller of [...SMALLER, 0]) {
    try {
      return await act(fitting)
    } catch (error) {
      if (!(error instanceof Trouble) || error.status !== 422 || smaller === 0) throw error
      fitting = await read(smaller)
    }
  }
  throw new Trouble('GitHub takes no text of a check, however short.', 422)
}
