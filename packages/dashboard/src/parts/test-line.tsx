import { Link } from '@tanstack/react-router'
import './test-line.css'

/** A test by its name and its file; links to its page if it has one. */
export function TestLine({
  test,
  organization,
  project,
}: {
  test: { testId: string; titles: string[]; file: string; variant: string }
  organization: string
  project: string
}) {
  const { testId, titles, file, variant } = test
  return (
    <span className="test-line">
      <Link
        className="name ellipsis"
        to="/o/$organization/$project/tests/$id"
        params={{ organization, project, id: testId }}
      >
        {titles.join(' › ')}
        {variant && <span className="sr"> · {variant}</span>}
      </Link>
      <span className="under ellipsis">
        {variant && `${variant} · `}
        {file}
      </span>
    </span>
  )
}
