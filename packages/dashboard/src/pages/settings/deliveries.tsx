import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { type Delivery, listOf, type Webhook } from '../../data/settings.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { refusalOf } from '../../parts/form.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'
import { useThenReread } from './entries.tsx'

const LOOK_AGAIN_MS = 2_000

const isDue = ({ nextAttemptAt }: Delivery): boolean =>
  nextAttemptAt !== null && Date.parse(nextAttemptAt) < Date.now() + LOOK_AGAIN_MS

/**
 * The deliveries of a webhook, with buttons that send a test, repeat one delivery, or repeat all
 * failed ones.
 */
export function Deliveries({ organization, webhook }: { organization: string; webhook: Webhook }) {
  const { id } = webhook
  const read = useInfiniteQuery({
    ...listOf(organization, 'listDeliveries', { id }),
    // The outcome of a due attempt appears by itself.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isDue)) ? LOOK_AGAIN_MS : false,
  })
  const thenReread = useThenReread(organization)
  const [said, setSaid] = useState('')
  const [isBusy, setBusy] = useState(false)
  const act = async (words: string, work: () => Promise<unknown>) => {
    setBusy(true)
    setSaid(words)
    try {
      const problem = await thenReread(work)
      setSaid(typeof problem === 'string' ? problem : '')
    } catch (error) {
      setSaid(refusalOf(error, 'The webhook'))
    } finally {
      setBusy(false)
    }
  }
  const test = () =>
    act('Sending a test…', async () => {
      const { data } = await clientOf(organization).testWebhook({ id })
      return data.state === 'delivered' ? 'The test was delivered.' : `The test failed: ${data.problem ?? ''}`
    })
  const resend = (delivery?: Delivery) =>
    act('Queueing…', async () => {
      const { data } = await clientOf(organization).resendDeliveries({
        id,
        ...(delivery && { delivery: delivery.id }),
      })
      return `${count(data.queued, 'message')} will be sent again within seconds.`
    })
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={2} />
  const isOff = webhook.disabledAt !== null
  const deliveries = read.data.pages.flatMap(({ data }) => data)
  return (
    <div className="deliveries">
      <p className="actions">
        <span role="status">{said}</span>
        {deliveries.some(({ state, event }) => state === 'failed' && event !== 'test') && (
          <button type="button" className="button" onClick={() => resend()} disabled={isBusy || isOff}>
            Resend all that failed
          </button>
        )}
        <button type="button" className="button" onClick={test} disabled={isBusy}>
          Send a test
        </button>
      </p>
      {deliveries.length === 0 && <p className="muted">Nothing was sent in the last 7 days.</p>}
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <One delivery={delivery} />
            {!isOff && (
              <button
                type="button"
                className="button"
                onClick={() => resend(delivery)}
                disabled={isBusy}
                aria-label={`${RESEND[delivery.state]} ${delivery.event}`}
              >
                {RESEND[delivery.state]}
              </button>
            )}
          </li>
        ))}
      </ul>
      <MoreButton read={read} className="button">
        Older deliveries
      </MoreButton>
    </div>
  )
}

const STATES: Record<Delivery['state'], { icon: IconName; tone: string }> = {
  delivered: { icon: 'passed', tone: 'passed' },
  failed: { icon: 'failed', tone: 'failed' },
  waiting: { icon: 'clock', tone: 'soft' },
}

const RESEND: Record<Delivery['state'], string> = {
  delivered: 'Send again',
  failed: 'Resend',
  waiting: 'Send now',
}

function One({ delivery }: { delivery: Delivery }) {
  const { event, state, attempts, createdAt, nextAttemptAt, status, problem } = delivery
  const { icon, tone } = STATES[state]
  return (
    <>
      <Icon name={icon} tone={tone} label={state} />
      <b>{event}</b>
      <Time at={createdAt} />
      <span className="muted">
        {count(attempts, 'attempt')}
        {status !== null && ` · answer ${status}`}
      </span>
      {problem !== null && <span>{problem}</span>}
      {nextAttemptAt !== null && (
        <span className="muted">
          Next attempt <Time at={nextAttemptAt} />
        </span>
      )}
    </>
  )
}
