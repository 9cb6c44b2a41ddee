const ADDRESS = /^svc:\/\/agents\/([a-z0-9-]{2,64})\/inbox$/

/** The address of an agent's inbox as a resource. It means an agent of the caller's own organization. */
export const inboxAddress = (name: string): string => `svc://agents/${name}/inbox`

/** The agent that an address names; null if it is no inbox. */
export const agentOfAddress = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null

export const INBOX_TEMPLATE = 'svc://agents/{agent_name}/inbox'
