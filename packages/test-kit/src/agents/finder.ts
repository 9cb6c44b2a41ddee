import type { WorkingAgent } from './agent.ts'
import type { Parent } from './parent.ts'

/** The failure that the finder searches for. */
export interface Search {
  suite?: string
  branch?: string
  /** True if it finally reserves another failure of the branch, and asks for help with that. */
  goesOn?: boolean
}

/** Minutes that it reserves the failure for. */
const MINUTES = 30
/** Of the next one: long enough to be seen in the dashboard. */
const NEXT_MINUTES = 1_440

/**
 * Finds a red execution, reserves its first failure, asks a specialist for help, has the fix verified by clean runs, and
 * closes the task.
 */
export async function find(
  agent: WorkingAgent,
  { step, ask }: Parent,
  { goesOn = false, ...search }: Search,
): Promise<void> {
  await agent.call('svc_agent_register', {
    agent_name: FINDER,
    display_name: 'The triage agent',
    instance: 'ci-runner',
    role: 'orchestrator',
    project_slug: 'shop',
  })
  const [execution] = (await agent.call('svc_list_executions', { status: 'failed', ...search })).structured
    .executions as { id: string; suite: string; branch: string }[]
  if (!execution) throw new Error('There is no red execution.')
  const failures = await agent.call('svc_get_failures', { execution: execution.id })
  const [cluster] = failures.structured.clusters as Cluster[]
  if (!cluster) throw new Error(`There is no failure in:\n${failures.text}`)
  const { fingerprint } = cluster
  const test = cluster.sample[0]?.titles.join(' › ') ?? 'A suite'
  const error = cluster.message.split('\n')[0] ?? ''
  step('svc_get_failures', `finds “${test}” red in ${execution.suite} on ${execution.branch}`)

  await agent.call('svc_lease', { subject: 'failure', id: fingerprint, minutes: MINUTES })
  step('svc_lease', `reserves the failure ${fingerprint} for ${MINUTES} minutes`)

  const { agents } = (await agent.call('svc_agent_list', { status: 'active' })).structured as {
    agents: { name: string; role: string | null }[]
  }
  const helper = agents.find(({ name, role }) => role === 'specialist' && name !== FINDER)?.name
  if (helper === undefined) throw new Error('There is no specialist.')
  const created = await agent.call('svc_task_create', {
    assigned_to: helper,
    title: `Find the cause of ${fingerprint}`,
    description: `${test}: ${error}`,
    priority: 2,
    payload: { execution: execution.id, fingerprint },
  })
  const task = created.structured.task.id as string
  step('svc_task_create', `gives ${helper} a task of priority 2`)
  const question = `“${test}” fails: ${error}. Do you know why?`
  const asked = await agent.call('svc_agent_message', { to: helper, message: question, priority: 'high' })
  step('svc_agent_message', `to ${helper}`, question)

  const help = await agent.waitFor(({ from, type }) => from.name === helper && type === 'knowledge')
  const commit = await ask({ question: 'fix', advice: help.content })
  step('git push', `commits the fix as ${commit.slice(0, 8)}`)

  const verify = () => agent.call('svc_verify_fix', { fingerprint, commit })
  const waiting = (await verify()).structured as { state: string; neededRuns: number }
  step('svc_verify_fix', `the server wants ${waiting.neededRuns} clean runs of ${commit.slice(0, 8)}`)
  await ask({ question: 'run', commit, times: waiting.neededRuns })
  const told = await agent.waitFor(({ from, channel }) => from.name === 'svc' && channel === 'fixes')
  step('svc_agent_inbox', 'from svc', (JSON.parse(told.content) as { text: string }).text)
  const verified = (await verify()).structured as { state: string; cleanRuns: number; docId: string }
  if (verified.state !== 'verified') throw new Error(`The fix is ${verified.state}.`)

  const result = { commit, state: verified.state, cleanRuns: verified.cleanRuns }
  await agent.call('svc_task_update', { task_id: task, status: 'done', result })
  step(
    'svc_task_update',
    `closes the task: ${verified.cleanRuns} clean runs; a draft of ${verified.docId} is ready`,
  )
  await agent.call('svc_release', { subject: 'failure', id: fingerprint })
  const thanks = `Verified by ${verified.cleanRuns} clean runs. Thank you.`
  await agent.call('svc_agent_message', {
    to: helper,
    message: thanks,
    type: 'result',
    reply_to: asked.structured.message.id,
  })
  step('svc_agent_message', `to ${helper}`, thanks)
  if (goesOn) await takeNext(agent, step, { helper, branch: execution.branch, done: fingerprint })
}

/** Reserves the next failure of a branch, and gives the helper a task for it. Does nothing if there is none. */
async function takeNext(
  agent: WorkingAgent,
  step: Parent['step'],
  { helper, branch, done }: { helper: string; branch: string; done: string },
): Promise<void> {
  const clusters: Cluster[] = []
  const failed = await agent.call('svc_list_executions', { status: 'failed', branch })
  for (const { id } of failed.structured.executions as { id: string }[])
    clusters.push(...(await agent.call('svc_get_failures', { execution: id })).structured.clusters)
  const next = clusters.find(({ fingerprint }) => fingerprint !== done && fingerprint !== 'none')
  if (!next) return
  const { fingerprint, sample } = next
  await agent.call('svc_lease', { subject: 'failure', id: fingerprint, minutes: NEXT_MINUTES })
  await agent.call('svc_task_create', {
    assigned_to: helper,
    title: `Find the cause of ${fingerprint}`,
    description: sample[0]?.titles.join(' › ') ?? '',
  })
  step('svc_lease', `continues with “${sample[0]?.titles.join(' › ')}”`)
}

export const FINDER = 'triage'

interface Cluster {
  fingerprint: string
  message: string
  sample: { titles: string[] }[]
}
