import type { Mail, WorkingAgent } from './agent.ts'
import { FINDER } from './finder.ts'
import type { Parent } from './parent.ts'

/** Waits for a task, takes it, looks at the failure, and answers with what it knows. Ends when the task is closed. */
export async function help(agent: WorkingAgent, { step, ready }: Parent, advice: string): Promise<void> {
  await agent.call('svc_agent_register', {
    agent_name: 'price-expert',
    display_name: 'The price expert',
    instance: 'laptop',
    role: 'specialist',
    project_slug: 'shop',
  })
  ready()
  const task = taskIn(await agent.waitFor(({ type }) => type === 'task'))
  const question = await agent.waitFor(({ from, type }) => from.name === FINDER && type === 'message')
  const fingerprint = /\b[0-9a-f]{16}\b/.exec(task.title)?.[0] ?? ''
  // Two agents on one failure would do the work twice.
  const refused = await agent.attempt('svc_lease', { subject: 'failure', id: fingerprint })
  if (!refused.isError) throw new Error('Two agents hold one failure.')
  step('svc_lease', 'the failure is taken', refused.text.split(/(?<=\.) /)[0])
  await agent.call('svc_lease', { subject: 'task', id: task.id })
  step('svc_lease', 'claims the task')
  await agent.call('svc_get_failures', { fingerprint })
  step('svc_agent_message', `to ${FINDER}`, advice)
  await agent.call('svc_agent_message', {
    to: FINDER,
    message: advice,
    type: 'knowledge',
    priority: 'high',
    reply_to: question.id,
  })
  await agent.waitFor((mail) => mail.channel === 'tasks' && taskIn(mail).status === 'done')
  step('svc_agent_inbox', 'sees that the task is done')
}

interface Task {
  id: string
  title: string
  status: string
}

const taskIn = ({ content }: Mail): Task => (JSON.parse(content) as { task: Task }).task
