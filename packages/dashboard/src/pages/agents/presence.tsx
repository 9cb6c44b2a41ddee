import type { Agent } from '../../data/agents.ts'

const WORDS: Record<Agent['presence'], string> = { live: 'live', recent: 'recently seen', away: 'away' }

/** Whether an agent listens now: a full, half or empty circle, beside its label. */
export function Presence({ agent: { presence, status } }: { agent: Agent }) {
  const state = status === 'active' ? presence : 'away'
  return (
    <span className={`presence ${state}`}>
      <i aria-hidden="true" />
      {status === 'active' ? WORDS[presence] : status}
    </span>
  )
}
