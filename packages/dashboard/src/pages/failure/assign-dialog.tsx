import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { agentName, agentsOf } from '../../data/agents.ts'
import { clientOf } from '../../data/client.ts'
import { codeOf } from '../../data/code-of.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Form, given, Input, Notice, refusalOf, Select } from '../../parts/form.tsx'

interface Assigned {
  organization: string
  project: string
  fingerprint: string
  /** The line of the failure. */
  title: string
  onClose: () => void
}

/** Gives an agent the task to fix a failure, in the person's own name. */
export function AssignDialog(props: Assigned) {
  const { organization, onClose } = props
  const read = useInfiniteQuery(agentsOf(organization))
  const agents = read.data?.pages
    .flatMap(({ data }) => data)
    .filter(({ status }) => status === 'active')
    .map(({ name, displayName }) => ({ value: name, label: agentName(name, displayName) }))
  return (
    <Dialog title="Assign to an agent" onClose={onClose}>
      {read.error ? (
        <Trouble error={read.error} onRetry={() => read.refetch()} />
      ) : !agents ? (
        <Skeleton rows={4} />
      ) : agents.length === 0 ? (
        <p className="muted">No agent is active. An agent registers itself with svc_agent_register.</p>
      ) : (
        <AssignForm {...props} agents={agents} />
      )}
    </Dialog>
  )
}

const MOST_TITLE = 300

function AssignForm({
  organization,
  project,
  fingerprint,
  title,
  onClose,
  agents,
}: Assigned & { agents: { value: string; label: string }[] }) {
  const [made, setMade] = useState<{ id: string; assignedTo: string } | null>(null)
  const assign = async (form: FormData) => {
    const { data: task } = await clientOf(organization).createTask({
      assignedTo: given(form, 'agent'),
      title: given(form, 'title'),
      description: [given(form, 'description'), location.href].filter(Boolean).join('\n\n'),
      project,
      payload: { fingerprint },
    })
    setMade(task)
  }
  if (made)
    return (
      <>
        <Notice>{made.assignedTo} has the task.</Notice>
        <div className="doing">
          <Link
            className="button first"
            to="/o/$organization/tasks"
            params={{ organization }}
            search={{ task: made.id }}
          >
            Open the task
          </Link>
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
        </div>
      </>
    )
  return (
    <Form
      button="Assign"
      onSubmit={assign}
      onCancel={onClose}
      // The server names the agent that is gone.
      words={(error) => (codeOf(error) === 'NOT_FOUND' ? (error as Error).message : refusalOf(error))}
    >
      <Select name="agent" label="Agent" options={agents} />
      <Input
        name="title"
        label="Task"
        defaultValue={`Fix: ${title}`.slice(0, MOST_TITLE)}
        maxLength={MOST_TITLE}
        required
      />
      <Input name="description" label="Details" hint="The task leads to this page and has the fingerprint" />
    </Form>
  )
}
