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
  /** Returns the current content of the check, in at most `mostBytes` bytes if given. */
  read(mostBytes?: number): Promise<CheckBody>
}

/** Twenty jobs that end at once need far fewer rounds. */
const MOST_ROUNDS = 20
/** Bytes, tried in turn if GitHub rejects the length. */
const SMALLER = [30_000, 10_000, 4_000]

/**
 * Writes the check and repeats until nothing is left to write. Concurrent jobs each repair what they overwrote, so that
 * all their check runs become equal.
 */
export const keepCheck = async ({ github, place, read }: Keeping): Promise<void> => {
  const written = new Map<number, string>()
  // Checks of another app, which only that app can change.
  const foreign = new Set<number>()
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (round > 1) await sleep(100 + Math.random() * 400)
    const body = await read()
    const said = JSON.stringify(body)
    const listed = (await listChecks(github, place)).filter(({ id }) => !foreign.has(id))
    // GitHub may list a new check with a delay.
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

/** Writes a commit status, of which the newest counts, and repeats until its content is current. */
export const keepStatus = async ({ github, place, read }: Keeping): Promise<void> => {
  let said = ''
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const body = await read()
    if (JSON.stringify(body) === said) return
    await createStatus(github, place, body)
    said = JSON.stringify(body)
  }
}

/** True for a rejection that another permission or token would avoid. */
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
  throw new Trouble('GitHub rejects even the shortest text of the check.', 422)
}
