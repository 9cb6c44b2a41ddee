/** Actions of the audit trail in words; the name of the object follows. */
export const ACTIONS: Record<string, string> = {
  'agent.activated': 'Activated the agent',
  'agent.archived': 'Archived the agent',
  'agent.deactivated': 'Deactivated the agent',
  'agent.key-created': 'Created a signing key of the agent',
  'agent.registered': 'Registered the agent',
  'agent.taken-over': 'Took over the agent',
  'badge.deleted': 'Deleted the badge of',
  'badge.kept': 'Took over the badge of',
  'document.deleted': 'Deleted the document',
  'execution.deleted': 'Deleted the execution',
  'invitation.created': 'Created an invitation of',
  'invitation.withdrawn': 'Withdrew the invitation of',
  'key.created': 'Created the key',
  'key.kept': 'Took over the key',
  'key.revoked': 'Revoked the key',
  'member.joined': 'Joined as',
  'member.left': 'Left as',
  'member.removed': 'Removed the member',
  'member.role-changed': 'Changed the role of',
  'organization.created': 'Created the organization',
  'organization.renamed': 'Renamed the organization',
  'person.password-link-made': 'Made a link to set the password of',
  'person.password-set-by-link': 'Set the password by a link of',
  'person.sign-in-refused': 'Was refused to sign in as',
  'person.sign-in-slowed': 'Was slowed down to sign in as',
  'person.signed-in': 'Signed in as',
  'project.changed': 'Changed the project',
  'project.deleted': 'Deleted the project',
  'project.monitor-changed': 'Changed the monitor of',
  'proposal.accepted': 'Accepted the proposal for',
  'proposal.rejected': 'Rejected the proposal for',
  'proposals.review-changed': 'Changed the review of proposals of',
  'rename.confirmed': 'Confirmed the rename of',
  'rename.undone': 'Undid the rename of',
  'retention.changed': 'Changed the retention of',
  'trust.changed': 'Changed the trusted workflows of',
  'trust.created': 'Trusted the workflows of',
  'trust.deleted': 'Stopped trusting the workflows of',
  'trust.kept': 'Took over the trust in',
  'webhook.changed': 'Changed the webhook',
  'webhook.created': 'Created the webhook',
  'webhook.deleted': 'Deleted the webhook',
  'webhook.disabled': 'Disabled the webhook',
  'webhook.kept': 'Took over the webhook',
}

/** The words for an action; its code if it comes from a newer server. */
export const actionText = (action: string): string => ACTIONS[action] ?? action

/** The details of an entry, each as a name and a text. A change has the values before and after it. */
export function detailTexts(detail: Record<string, unknown>): [string, string][] {
  const { from, to, ...others } = detail
  const changed = 'from' in detail && 'to' in detail
  const rest = Object.entries(changed ? others : detail)
  const changes: [string, string][] = !changed
    ? []
    : isObject(from) && isObject(to)
      ? Object.keys(to)
          .filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]))
          .map((key) => [nameText(key), `${valueText(key, from[key])} → ${valueText(key, to[key])}`])
      : [['changed', `${valueText('', from)} → ${valueText('', to)}`]]
  return [...changes, ...rest.map(([key, value]): [string, string] => [nameText(key), valueText(key, value)])]
}

/** The words for an absent value. */
const ABSENT: Record<string, string> = { project: 'all', expiresAt: 'never' }
const NAMES: Record<string, string> = { expiresAt: 'expires' }

const nameText = (key: string): string =>
  NAMES[key] ??
  key.replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)

function valueText(key: string, value: unknown): string {
  if (value === null || value === undefined) return ABSENT[key] ?? 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((each) => valueText(key, each)).join(', ')
  if (isObject(value))
    return Object.entries(value)
      .map(([inner, each]) => `${nameText(inner)} ${valueText(inner, each)}`)
      .join(', ')
  const text = String(value)
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z$/.test(text)
    ? `${text.slice(0, 16).replace('T', ' ')} UTC`
    : text
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
