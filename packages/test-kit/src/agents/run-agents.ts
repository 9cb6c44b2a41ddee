import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { NODE_CACHE } from '../node-cache.ts'
import type { AgentAddress } from './agent.ts'
import type { Search } from './finder.ts'
import type { Job } from './main.ts'
import type { FromAgent, Step } from './parent.ts'

export interface Play {
  finder: AgentAddress
  helper: AgentAddress
  search: Search
  /** What the helper knows about the failure. */
  advice: string
  /** Commits the fix; returns the full id of the commit. */
  fix(advice: string): Promise<string>
  /** Has the tests of a commit run so often, and their results uploaded. */
  run(commit: string, times: number): Promise<void>
  /** Called for each step of an agent, in order. */
  onStep(agent: 'finder' | 'helper', step: Step): void
  /** Called with the id of each process that starts or ends. */
  onProcess?(pid: number, isOver: boolean): void
}

/**
 * Two agents, in processes of their own, handle a red execution: one finds it and asks the other for help. Returns when
 * both have ended. Throws what an agent wrote if it fails.
 */
export async function runAgents(play: Play): Promise<void> {
  const { search, advice } = play
  const helper = start(play, { role: 'helper', ...play.helper, advice })
  try {
    await Promise.race([helper.ready, helper.over])
    const finder = start(play, { role: 'finder', ...play.finder, search })
    try {
      await Promise.all([finder.over, helper.over])
    } finally {
      finder.child.kill()
    }
  } finally {
    helper.child.kill()
  }
}

function start(play: Play, job: Job) {
  const child = fork(join(import.meta.dirname, 'main.ts'), [JSON.stringify(job)], {
    env: { PATH: process.env.PATH, ...NODE_CACHE },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const over = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`The ${job.role} ended with ${code}:\n${said}`)
  })
  if (child.pid !== undefined) {
    const { pid } = child
    play.onProcess?.(pid, false)
    over.finally(() => play.onProcess?.(pid, true)).catch(() => undefined)
  }
  let isReady = () => {}
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  child.on('message', (message: FromAgent) => {
    if ('ready' in message) isReady()
    else if ('step' in message) play.onStep(job.role, message.step)
    else answer(play, child, message)
  })
  return { child, ready, over }
}

function answer(
  { fix, run }: Play,
  child: ChildProcess,
  question: Exclude<FromAgent, { step: Step } | { ready: true }>,
): void {
  const answering =
    question.question === 'fix'
      ? fix(question.advice)
      : run(question.commit, question.times).then(() => question.commit)
  answering.then(
    (commit) => child.send(commit),
    // Its question has no answer: the agent cannot continue.
    () => child.kill(),
  )
}
