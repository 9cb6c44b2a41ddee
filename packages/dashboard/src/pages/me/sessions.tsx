import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { ownSessions, type Session } from '../../data/settings.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Notice } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'
import { deviceOf } from './device-of.ts'

/** Where the person is signed in: each can be ended, and its device is then forgotten. */
export function Sessions() {
  const read = useQuery(ownSessions())
  const [ended, setEnded] = useState<Session | 'others' | null>(null)
  const [notice, setNotice] = useState('')
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  const sessions = read.data ?? []
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <Section
      title="Sessions and devices"
      about="A session ends after 14 days without use, and after 90 days at the latest. Ending a session also forgets its device: the next sign-in there counts as one from an unknown device."
      action={others.length > 0 && <Button onClick={() => setEnded('others')}>End all others</Button>}
    >
      <Notice>{notice}</Notice>
      {!read.data ? (
        <Skeleton rows={2} />
      ) : (
        <ul className="card rows">
          {sessions.map((session) => (
            <li key={session.id} className="entry">
              <span className="about">
                <span className="name">
                  {deviceOf(session.userAgent)}
                  {session.isCurrent && <span className="chip fresh">this session</span>}
                </span>
                <span className="under">
                  Signed in <Time at={session.createdAt} /> from {session.address}
                </span>
              </span>
              <span className="told">
                <span>
                  Last used <Time at={session.lastUsedAt} />
                </span>
                <span>
                  Expires <Time at={session.expiresAt} /> if not used
                </span>
              </span>
              <span className="actions">
                {!session.isCurrent && (
                  <Button
                    onClick={() => setEnded(session)}
                    aria-label={`End the session of ${deviceOf(session.userAgent)}`}
                  >
                    End
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {ended !== null && (
        <Confirm
          title={ended === 'others' ? 'End all other sessions?' : 'End this session?'}
          button={ended === 'others' ? 'End all others' : 'End session'}
          thing="The session"
          onClose={() => setEnded(null)}
          onConfirm={async () => {
            if (ended === 'others') {
              const { data } = await clientOf().revokeOtherSessions({})
              setNotice(`${count(data.ended, 'session')} ended.`)
            } else {
              await clientOf().revokeSession({ id: ended.id })
              setNotice('The session has ended.')
            }
            setEnded(null)
          }}
        >
          <p>
            {ended === 'others'
              ? 'Every other browser and program must sign in again.'
              : `${deviceOf(ended.userAgent)} must sign in again.`}
          </p>
        </Confirm>
      )}
    </Section>
  )
}
