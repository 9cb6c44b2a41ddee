import { Link } from '@tanstack/react-router'
import { type KeyedMark, wordsOf } from './mark.ts'
import { StatusIcon } from './status.tsx'

/** The runs of marks as links, newest first. */
export function MarksList({ runs, where }: { runs: KeyedMark[]; where: string }) {
  return runs.toReversed().map(({ key, status, execution = '', at, branch = where }) => (
    <Link key={key} to="/executions/$id" params={{ id: execution }}>
      <StatusIcon status={status} />
      {wordsOf(status, at)}
      <span className="mono muted">{branch}</span>
    </Link>
  ))
}
