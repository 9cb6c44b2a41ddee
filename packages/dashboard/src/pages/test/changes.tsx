import { Link } from '@tanstack/react-router'
import type { Test } from '../../data/insights.ts'
import { MonitorIcon } from '../../parts/monitor.tsx'
import { Time } from '../../parts/time.tsx'

/** When the monitor changed its state, newest first, and why. */
export function Changes({ monitor: { state, changes } }: { monitor: Test['monitor'] }) {
  if (changes.length === 0) return <p className="muted">It has always been {state}.</p>
  return (
    <ul className="changes">
      {changes.map(({ at, from, to, because, executionId }) => (
        <li key={`${at}${to}`}>
          <MonitorIcon state={to} />
          <div>
            <p>
              From {from} to <b>{to}</b>,{' '}
              {executionId === null ? (
                <Time at={at} />
              ) : (
                <Link className="link" to="/executions/$id" params={{ id: executionId }}>
                  <Time at={at} />
                </Link>
              )}
            </p>
            <p className="muted">{because}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
