import { Link } from '@tanstack/react-router'
import type { Task } from '../../data/agents.ts'
import { Facts } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Time } from '../../parts/time.tsx'
import './tasks.css'

/** A task on the board: its title, its agents, and whether it is late. */
export function TaskCard({ organization, task }: { organization: string; task: Task }) {
  const { id, title, assignedTo, project, priority, deadline, isOverdue, lease, returnsAt, updatedAt } = task
  return (
    <Link
      className="card task"
      to="/o/$organization/tasks"
      params={{ organization }}
      search={(before: object) => ({ ...onBoard(before), task: id })}
      resetScroll={false}
    >
      <span className="name">{title}</span>
      <span className="under">
        <Facts>
          {assignedTo}
          {project}
          {`priority ${priority}`}
        </Facts>
      </span>
      {lease !== null && (
        <span className="under">
          <Icon name="clock" />
          <span>
            lease ends <Time at={lease.until} />
          </span>
        </span>
      )}
      {lease === null && returnsAt !== null && (
        <span className="under">
          <Icon name="clock" />
          <span>
            no lease; pending again <Time at={returnsAt} /> if its agent is silent
          </span>
        </span>
      )}
      {deadline !== null && (
        <span className={isOverdue ? 'under failed' : 'under'}>
          <Icon name={isOverdue ? 'warning' : 'clock'} />
          <span>
            {isOverdue ? 'was due ' : 'due '}
            <Time at={deadline} />
          </span>
        </span>
      )}
      <span className="under">
        changed <Time at={updatedAt} />
      </span>
    </Link>
  )
}

/** The filters of the board, without those of the page that shows the task. */
function onBoard(before: object): object {
  const { state, project, agent } = before as Record<string, unknown>
  return { state, project, agent }
}
