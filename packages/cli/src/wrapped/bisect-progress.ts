import type { Bisection, Commit } from '@svc/prove'
import type { Call } from '../call.ts'
import { say } from '../terminal/messages.ts'
import { cellsOf } from '../terminal/screen.ts'
import { cut, oneLine } from '../terminal/width.ts'
import { count } from '../terminal/words.ts'

type Tell = NonNullable<Bisection['tell']>

const WORDS = { failed: 'failed', passed: 'passed', void: 'no result' } as const

/** Shows how a search goes: on a terminal in one line that changes, else a line for the trials of each commit. */
export const bisectProgress = (
  call: Call,
  seconds: number,
): { begin(commits: Commit[]): void; tell: Tell; end(): void } => {
  const isShown = call.stderr.isTTY === true
  const startedAt = performance.now()
  let last: { commit: Commit; failed: number; passed: number; reason: string } | undefined
  let trials = 0
  const clear = () => {
    if (isShown) call.stderr.write('\r\u001b[K')
  }
  const end = () => {
    clear()
    if (!last) return
    const { commit, failed, passed, reason } = last
    const counts =
      failed + passed === 0 ? `cannot be run: ${reason}` : `failed ${failed} of ${failed + passed}`
    say(call, 'svc:   ', oneLine(`${commit.sha.slice(0, 12)} ${counts}: ${commit.subject}`))
    last = undefined
  }
  const tell: Tell = (commit, trial) => {
    trials += 1
    if (last?.commit.sha !== commit.sha) end()
    last ??= { commit, failed: 0, passed: 0, reason: '' }
    if (trial.kind === 'void') last.reason = trial.reason
    else last[trial.kind] += 1
    if (!isShown) return
    clear()
    const left = Math.max(0, Math.round(seconds - (performance.now() - startedAt) / 1_000))
    const line = `svc:   ${count(trials, 'trial')}, ${left} s left; ${WORDS[trial.kind]} at ${oneLine(`${commit.sha.slice(0, 12)} ${commit.subject}`)}`
    call.stderr.write(cut(line, cellsOf(call.stderr)))
  }
  const begin = (commits: Commit[]) => {
    const steps = Math.ceil(Math.log2(commits.length)) + 2
    const most = `at most ${Math.round(seconds)} s`
    say(call, 'svc: ', `Searching ${count(commits.length, 'commit')} in about ${steps} steps, ${most}`)
  }
  return { begin, tell, end }
}
