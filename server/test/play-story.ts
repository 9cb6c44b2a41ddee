import { runAgents } from '@svc/test-kit/agents/run-agents'
import { expect } from 'vitest'
import { sha } from '../src/testing/sha.ts'
import { failed, type MadeRun, passed, run, send } from '../src/testing/upload.ts'

const PRICE = 'expected 2718 to be 2719'
const ADVICE = 'priceIn cuts the cents off. It must round them.'
const BASE_RUNS = 4
const RED_RUNS = 3

const onMain = { code: { branch: 'main', testedSha: sha('1'), headSha: sha('1') } }
const onBranch = (commit: string, parent: string) => ({
  code: { branch: 'gift-cards', testedSha: commit, headSha: commit, parents: [parent] },
})

/** Where the agents and CI find the server: the same address for all, or different replicas. */
export interface Places {
  ci: string
  finder: string
  helper: string
  /** An admin's. */
  apiKey: string
}

/**
 * Plays CI while two agents in processes of their own handle a red execution, and checks what the server knows in the
 * end.
 */
export async function playStory({ ci, finder, helper, apiKey }: Places): Promise<void> {
  const request = (path: string, init: RequestInit = {}) =>
    fetch(ci + path, { ...init, headers: { Authorization: `Bearer ${apiKey}`, ...init.headers } })
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await request(path, body && { method: 'POST', headers, body: JSON.stringify(body) })
    const { data, error } = (await response.json()) as { data: T; error?: { message: string } }
    expect(response.status, error?.message).toBe(200)
    return data
  }
  const upload = async (made: MadeRun) => {
    const { data, error } = await send({ request, clock: Date.now }, run(made))
    expect(error).toBeUndefined()
    await ask(`/api/executions/${data.execution.id}/settle`, {})
    return data.execution.id
  }
  const red = { results: [failed('prices > of the lamp', { message: PRICE }), passed('orders')] }
  const green = { results: [passed('prices > of the lamp'), passed('orders')] }
  for (let n = 0; n < BASE_RUNS; n++) await upload({ ...onMain, ...green })
  for (let n = 0; n < RED_RUNS; n++) await upload({ ...onBranch(sha('2'), sha('1')), ...red })

  const keyOf = async (name: string) =>
    (await ask<{ value: string }>('/api/keys', { name, role: 'editor' })).value
  const steps: string[] = []
  let runs = 0
  await runAgents({
    finder: { url: finder, apiKey: await keyOf('finder'), project: 'shop' },
    helper: { url: helper, apiKey: await keyOf('helper'), project: 'shop' },
    search: { branch: 'gift-cards' },
    advice: ADVICE,
    async fix(advice) {
      expect(advice).toBe(ADVICE)
      return sha('3')
    },
    async run(commit, times) {
      for (; runs < times; runs++) await upload({ ...onBranch(commit, sha('2')), ...green })
    },
    onStep: (agent, { tool }) => steps.push(`${agent} ${tool}`),
  })

  expect(runs).toBeGreaterThan(2)
  expect(steps.filter((step) => step.startsWith('finder'))).toEqual([
    'finder svc_get_failures',
    'finder svc_lease',
    'finder svc_task_create',
    'finder svc_agent_message',
    'finder git push',
    'finder svc_verify_fix',
    'finder svc_agent_inbox',
    'finder svc_task_update',
    'finder svc_agent_message',
  ])
  const [task, ...others] = await ask<Task[]>('/api/bus/tasks')
  expect(others).toEqual([])
  expect(task).toMatchObject({
    status: 'done',
    createdBy: 'triage',
    assignedTo: 'price-expert',
    result: { commit: sha('3'), state: 'verified', cleanRuns: runs },
  })
  expect(await ask('/api/bus/leases')).toEqual([])
  const [verification] = await ask<object[]>('/api/bus/fix-verifications?project=shop')
  expect(verification).toMatchObject({ state: 'verified', commit: sha('3'), agent: 'triage' })
}

interface Task {
  status: string
}
