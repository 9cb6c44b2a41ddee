import type { Operations } from '@svc/api'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { proposalOf, reviewSettingsOf } from '../../data/knowledge.ts'
import { useChange } from '../../data/use-change.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { mayWrite, type Role, useRole } from '../../frame/use-role.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { Button } from '../../parts/button.tsx'
import { Disclosure } from '../../parts/disclosure.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Refusal } from '../../parts/form.tsx'
import { Lines } from '../../parts/lines.tsx'
import { Time } from '../../parts/time.tsx'
import { splatOf } from './place-of.ts'
import { TextDiff } from './text-diff.tsx'

type Whole = Operations['getProposal']['data']

/** One proposal: the change, the reason, the evidence, and the decision. */
export function ProposalDetail({ organization, id }: { organization: string; id: string }) {
  const { data: proposal, error, refetch } = useQuery(proposalOf(organization, id))
  if (error) return <Trouble error={error} onRetry={() => refetch()} />
  if (!proposal) return <Skeleton rows={6} />
  const { project, path, baseRevision, currentRevision, visibility, author, byKey, createdAt } = proposal
  const isNew = baseRevision === 0
  return (
    <article className="proposal" aria-labelledby="proposal">
      <h2 id="proposal">{path}</h2>
      <p className="path">
        <span>
          {byKey ? 'Agent' : 'Person'} <b>{author}</b> proposed{' '}
          {isNew ? 'a new document' : `a change of revision ${baseRevision}`}, <Time at={createdAt} />
        </span>
        <span>
          {project}
          {visibility === 'shared' && ', shared with all projects'}
        </span>
        {currentRevision > 0 && (
          <Link
            className="link"
            to="/o/$organization/knowledge/$"
            params={{ organization, _splat: splatOf(project, path) }}
          >
            Open the document
          </Link>
        )}
      </p>
      <Decided proposal={proposal} />
      {proposal.conflicting && (
        <p className="notice" role="status">
          The document is at revision {currentRevision} now, so this text cannot be accepted. Reject it with
          that reason: its author reads it, and can propose anew.
        </p>
      )}
      <section aria-label="Why">
        <h3>Why</h3>
        <Markdown text={proposal.reasoning} />
      </section>
      <section aria-label="Evidence">
        <h3>Evidence</h3>
        <Markdown text={proposal.evidence} />
      </section>
      <section aria-labelledby="differences">
        <h3 id="differences">{isNew ? 'The new text' : 'Changes'}</h3>
        <TextDiff patch={proposal.diff} label="Proposed changes" />
        {proposal.diffIsCut && <Whole text={proposal.content} />}
      </section>
      {proposal.state === 'open' && <Review organization={organization} proposal={proposal} />}
    </article>
  )
}

function Decided({ proposal: { state, decidedBy, decidedAt, reason } }: { proposal: Whole }) {
  if (state === 'open') return null
  return (
    <p className="decided">
      <span className={`chip ${state === 'accepted' ? 'fresh' : 'base-is-broken'}`}>{state}</span>{' '}
      <Facts>
        {decidedBy !== null && `by ${decidedBy}`}
        {decidedAt !== null && <Time at={decidedAt} />}
        {reason !== null && <span className="soft">{reason}</span>}
      </Facts>
    </p>
  )
}

/** If there are too many differences for a list, shows the text itself. */
function Whole({ text }: { text: string }) {
  return (
    <>
      <p className="muted">
        There are too many differences to show all of them. This is the whole proposed text.
      </p>
      <Lines text={text} label="Proposed text" look="wrap tall" />
    </>
  )
}

function Review({ organization, proposal: { id, conflicting } }: { organization: string; proposal: Whole }) {
  const role = useRole(organization)
  const [reason, setReason] = useState('')
  const decided = useChange()
  if (role === null) return null
  if (!mayWrite(role))
    return (
      <section className="review" aria-label="Review">
        <p className="soft">Editors and admins decide proposals; you are a viewer.</p>
        <ReviewSettings organization={organization} role={role} />
      </section>
    )
  const given = reason.trim()
  const accept = () => clientOf(organization).acceptProposal({ id, ...(given && { reason: given }) })
  const reject = () => clientOf(organization).rejectProposal({ id, reason: given })
  return (
    <section className="review" aria-label="Review">
      <label>
        Reason
        <textarea
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          placeholder="Required for a rejection; the author reads it"
          maxLength={16_384}
        />
      </label>
      <Refusal error={decided.error} />
      <div className="doing">
        <Button
          look="first"
          onClick={() => decided.mutate(accept)}
          disabled={decided.isPending || conflicting}
        >
          Accept
        </Button>
        <Button onClick={() => decided.mutate(reject)} disabled={decided.isPending || given === ''}>
          Reject
        </Button>
        {given === '' && <span className="muted">To reject it, say why.</span>}
      </div>
      <ReviewSettings organization={organization} role={role} />
    </section>
  )
}

/**
 * Who may decide, in words; an admin can also permit the keys of admins. The setting is read when
 * the dialog opens.
 */
function ReviewSettings({ organization, role }: { organization: string; role: Role }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({ ...reviewSettingsOf(organization), enabled: isOpen })
  const set = useChange()
  return (
    <Disclosure title="Who may decide" isOpen={isOpen} onToggle={setOpen}>
      <ul className="may-decide">
        <li>People with the role editor or admin decide every proposal.</li>
        <li>API keys with the role and scope admin decide what people proposed.</li>
        {data && (
          <li>
            {data.keysMayDecide
              ? 'The same keys also decide what API keys proposed.'
              : 'Only people decide what an API key proposed.'}
          </li>
        )}
      </ul>
      <Refusal error={error ?? set.error} />
      {data && role === 'admin' && (
        <>
          <p className="muted">
            Agents follow what documents say: then no person reads a change before they do.
          </p>
          <Button
            onClick={() =>
              set.mutate(() =>
                clientOf(organization).setReviewSettings({ keysMayDecide: !data.keysMayDecide }),
              )
            }
            disabled={set.isPending}
          >
            {data.keysMayDecide ? 'Only people decide what agents propose' : 'Let keys of admins decide, too'}
          </Button>
        </>
      )}
    </Disclosure>
  )
}
