import { useInfiniteQuery } from '@tanstack/react-query'
import { clientOf } from '../../data/client.ts'
import { type Delivery, listOf, type Webhook } from '../../data/settings.ts'
import { useChange } from '../../data/use-change.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { Button } from '../../parts/button.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { refusalOf } from '../../parts/form.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Time } from '../../parts/time.tsx'
import { count } from '../../parts/words.ts'

const LOOK_AT_LEAST_MS = 15_000
const LOOK_AGAIN_MS = 2_000

/** An attempt under way has its next time in the future, so a list with a waiting delivery is read again in any case. */
const lookAgainAfter = (deliveries: Delivery[]): number | false => {
  const times = deliveries.flatMap(({ nextAttemptAt }) => (nextAttemptAt ? [Date.parse(nextAttemptAt)] : []))
  if (times.length === 0) return false
  return Math.min(Math.max(Math.min(...times) - Date.now(), LOOK_AGAIN_MS), LOOK_AT_LEAST_MS)
}

/**
 * The deliveries of a webhook, with buttons that send a test, repeat one delivery, or repeat all
 * failed ones.
 */
export function Deliveries({ organization, webhook }: { organization: string; webhook: Webhook }) {
  const { id } = webhook
  const read = useInfiniteQuery({
    ...listOf(organization, 'listDeliveries', { id }),
    // The outcome of a due attempt appears by itself.
    refetchInterval: ({ state }) => lookAgainAfter(state.data?.pages.flatMap(({ data }) => data) ?? []),
  })
  const sent = useChange<string>()
  const isBusy = sent.isPending
  const said = isBusy ? 'Sending…' : sent.error ? refusalOf(sent.error, 'The webhook') : sent.data
  const test = () =>
    sent.mutate(async () => {
      const { data } = await clientOf(organization).testWebhook({ id })
      return data.state === 'delivered' ? 'The test was delivered.' : `The test failed: ${data.problem ?? ''}`
    })
  const resend = (delivery?: Delivery) =>
    sent.mutate(async () => {
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
          <Button onClick={() => resend()} disabled={isBusy || isOff}>
            Resend all that failed
          </Button>
        )}
        <Button onClick={test} disabled={isBusy}>
          Send a test
        </Button>
      </p>
      {deliveries.length === 0 && <p className="muted">Nothing was sent in the last 7 days.</p>}
      <ul>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <One delivery={delivery} />
            {!isOff && (
              <Button
                onClick={() => resend(delivery)}
                disabled={isBusy}
                aria-label={`${RESEND[delivery.state]} ${delivery.event}`}
              >
                {RESEND[delivery.state]}
              </Button>
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
