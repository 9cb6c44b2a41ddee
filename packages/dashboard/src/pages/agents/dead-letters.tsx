import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BUS, deadLettersOf } from '../../data/agents.ts'
import { clientOf } from '../../data/client.ts'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'

/** Messages that an agent's webhook did not accept, with a button to send them again. */
export function DeadLetters({ organization, name }: { organization: string; name: string }) {
  const { data: letters = [], error, isPending } = useQuery(deadLettersOf(organization, name))
  const queries = useQueryClient()
  const resend = useMutation({
    mutationFn: (delivery: string | undefined) =>
      clientOf(organization).resendDeadLetters({ id: name, ...(delivery && { delivery }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: [BUS, organization] }),
  })
  const trouble = error ?? resend.error
  if (isPending) return <Skeleton rows={3} />
  if (letters.length === 0 && !trouble)
    return <p className="muted inset">Every message reached the agent or is waiting in its inbox.</p>
  return (
    <section aria-labelledby="dead-letters">
      <h2 className="folder-title" id="dead-letters">
        Dead letters
      </h2>
      {trouble && (
        <p role="alert" className="refused">
          {trouble.message}
        </p>
      )}
      {letters.length > 0 && (
        <>
          <p className="doing soft">
            The webhook did not accept these messages. They stay in the inbox.
            <button
              type="button"
              className="button"
              onClick={() => resend.mutate(undefined)}
              disabled={resend.isPending}
            >
              Send all again
            </button>
          </p>
          <ul className="card rows" aria-label="Dead letters">
            {letters.map(({ id, from, attempts, status, problem, createdAt }) => (
              <li key={id} className="lease">
                <Icon name="failed" tone="failed" />
                <span className="about">
                  <span className="name">{from === null ? 'A deleted message' : `From ${from}`}</span>
                  <span className="under">
                    {count(attempts, 'attempt')}
                    {status !== null && ` · status ${status}`}
                    {problem !== null && ` · ${problem}`}
                  </span>
                </span>
                <span className="muted nowrap">
                  <Time at={createdAt} />
                </span>
                <button
                  type="button"
                  className="button"
                  onClick={() => resend.mutate(id)}
                  disabled={resend.isPending}
                >
                  Send again
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
