import { useQuery } from '@tanstack/react-query'
import { taskOf } from '../../data/agents.ts'
import { clientOf } from '../../data/client.ts'
import { whoAmI } from '../../data/queries.ts'
import { useChange } from '../../data/use-change.ts'
import { Trouble } from '../../frame/trouble.tsx'
import type { Role } from '../../frame/use-role.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Refusal } from '../../parts/form.tsx'
import { Lines } from '../../parts/lines.tsx'
import { Time } from '../../parts/time.tsx'
import '../../parts/head-of.css'

const WORDS: Record<string, string> = { in_progress: 'in progress' }
const word = (value: unknown): string =>
  typeof value === 'string' ? (WORDS[value] ?? value) : value === null ? 'nothing' : JSON.stringify(value)

/** A task with its data and its history. An admin can cancel it, and an editor who created it. */
export function TaskDialog({
  organization,
  id,
  role,
  onClose,
}: {
  organization: string
  id: string
  role: Role | null
  onClose: () => void
}) {
  const { data: task, error, refetch } = useQuery(taskOf(organization, id))
  const { data: me } = useQuery(whoAmI())
  const cancelled = useChange()
  if (error)
    return (
      <Dialog title="Task" onClose={onClose}>
        <Trouble error={error} onRetry={() => refetch()} />
      </Dialog>
    )
  if (!task)
    return (
      <Dialog title="Task" onClose={onClose}>
        <Skeleton rows={4} />
      </Dialog>
    )
  const mayCancel = role === 'admin' || (role === 'editor' && task.createdBy === me?.person?.email)
  const cancel = () => clientOf(organization).updateTask({ id, status: 'cancelled', version: task.version })
  const isOpen = task.status === 'pending' || task.status === 'in_progress'
  return (
    <Dialog title={task.title} kind="wide" onClose={onClose}>
      <div className="whole-task">
        <dl className="pair-list">
          <dt>State</dt>
          <dd>{word(task.status)}</dd>
          <dt>For</dt>
          <dd>{task.assignedTo}</dd>
          <dt>By</dt>
          <dd>{task.createdBy}</dd>
          {task.project !== null && (
            <>
              <dt>Project</dt>
              <dd>{task.project}</dd>
            </>
          )}
          <dt>Priority</dt>
          <dd>{task.priority} of 10; 1 is first</dd>
          {task.deadline !== null && (
            <>
              <dt>Due</dt>
              <dd className={task.isOverdue ? 'failed' : ''}>
                <Time at={task.deadline} />
                {task.isOverdue && ', overdue'}
              </dd>
            </>
          )}
          {task.lease !== null && (
            <>
              <dt>Held</dt>
              <dd>
                by {task.lease.holder.agent}; the lease ends <Time at={task.lease.until} />
              </dd>
            </>
          )}
          {task.lease === null && task.returnsAt !== null && (
            <>
              <dt>Held</dt>
              <dd>
                without a lease; pending again <Time at={task.returnsAt} /> if its agent is silent
              </dd>
            </>
          )}
        </dl>
        {task.description !== null && <Markdown text={task.description} />}
        <Data title="Payload" data={task.payload} />
        <Data title="Result" data={task.result} />
        <section aria-labelledby="history">
          <h3 id="history">History</h3>
          <ol className="history">
            <li>
              <Facts>
                <Time at={task.createdAt} />
                {`${task.createdBy} created it`}
              </Facts>
            </li>
            {task.history.map(({ at, by, because, changes }) => (
              <li key={`${at} ${Object.keys(changes).join()}`}>
                <Facts>
                  <Time at={at} />
                  {by}
                  {Object.entries(changes).map(
                    ([field, { from, to }]) => `${field} from ${word(from)} to ${word(to)}`,
                  )}
                  {because !== null && <span className="muted">{because}</span>}
                </Facts>
              </li>
            ))}
          </ol>
        </section>
        <Refusal error={cancelled.error} />
        {mayCancel && isOpen && (
          <div className="doing">
            <Button onClick={() => cancelled.mutate(cancel)} disabled={cancelled.isPending}>
              Cancel this task
            </Button>
            <span className="muted">Its agent is notified.</span>
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Data({ title, data }: { title: string; data: Record<string, unknown> | null }) {
  if (data === null) return null
  return (
    <section>
      <h3>{title}</h3>
      <Lines text={JSON.stringify(data, null, 2)} label={title} look="wrap tall" />
    </section>
  )
}
