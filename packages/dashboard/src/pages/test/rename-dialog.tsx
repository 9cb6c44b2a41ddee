import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { renamesOf, type Test, testsOf } from '../../data/insights.ts'
import { useChange } from '../../data/use-change.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Notice, Refusal } from '../../parts/form.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Time } from '../../parts/time.tsx'

const MOST_SHOWN = 8

/** Joins this test with the one it was before it was renamed, or separates them again. */
export function RenameDialog({
  test,
  organization,
  project,
  onClose,
}: {
  test: Test
  organization: string
  project: string
  onClose: () => void
}) {
  const change = useChange<string>()
  const join = (from: string) =>
    change.mutate(async () => {
      await clientOf(organization).confirmRenames({ project, from, to: test.testId })
      return 'The two names are one test now.'
    })
  const separate = (id: string) =>
    change.mutate(async () => {
      await clientOf(organization).undoRename({ id })
      return 'The two names are two tests again.'
    })
  const renames = useQuery(renamesOf({ organization, project }, test.testId))
  return (
    <Dialog title="Was this test renamed?" onClose={onClose}>
      <div className="renaming">
        <p>
          <b>{test.titles.join(' › ')}</b> keeps the history of its earlier name if you choose it below.
        </p>
        <Refusal error={change.error ?? renames.error} />
        <Notice>{change.data}</Notice>
        {(renames.data ?? []).map(({ id, from, to, confirmedBy, confirmedAt }) => (
          <div className="renamed" key={id}>
            <div>
              <p>{(from.testId === test.testId ? to : from).titles.join(' › ')}</p>
              <p className="muted">
                {from.testId === test.testId ? 'its later name' : 'its earlier name'}, confirmed by{' '}
                {confirmedBy}, <Time at={confirmedAt} />
              </p>
            </div>
            <button type="button" className="button" onClick={() => separate(id)} disabled={change.isPending}>
              Undo
            </button>
          </div>
        ))}
        <Candidates
          test={test}
          organization={organization}
          project={project}
          onChoose={join}
          isBusy={change.isPending}
        />
      </div>
    </Dialog>
  )
}

/** Tests to choose the earlier name from. */
function Candidates({
  test,
  organization,
  project,
  onChoose,
  isBusy,
}: {
  test: Test
  organization: string
  project: string
  onChoose: (from: string) => void
  isBusy: boolean
}) {
  // What is typed here is not worth an address: it is over with the dialog.
  const [q, setQ] = useState(test.file)
  const found = useInfiniteQuery({
    ...testsOf({ organization, project }, q === '' ? {} : { q: q.slice(0, 200) }),
  })
  const own = new Set([test.testId, ...test.formerNames.map(({ testId }) => testId)])
  const shown = (found.data?.pages.flatMap(({ data }) => data) ?? []).filter(({ testId }) => !own.has(testId))
  return (
    <>
      <label className="field">
        <Icon name="search" />
        <span className="sr">Earlier name</span>
        <input
          type="search"
          value={q}
          placeholder="Title or file"
          onChange={(event) => setQ(event.target.value)}
        />
      </label>
      <ul className="candidates" aria-label="Tests that could be the earlier name">
        {shown.slice(0, MOST_SHOWN).map(({ testId, titles, file }) => (
          <li key={testId}>
            <div>
              <p>{titles.join(' › ')}</p>
              <p className="muted">{file}</p>
            </div>
            <button type="button" className="button" onClick={() => onChoose(testId)} disabled={isBusy}>
              It was this
            </button>
          </li>
        ))}
        {found.isSuccess && shown.length === 0 && <li className="muted">No other test matches.</li>}
        {found.error && <li className="failed">{found.error.message}</li>}
      </ul>
    </>
  )
}
