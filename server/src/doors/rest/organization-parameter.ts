import type { RestContext } from './env.ts'

/** The parameter of every read that names an organization, like the header Svc-Organization. */
export const ORGANIZATION_PARAMETER = 'organization'

export const isRead = (c: RestContext): boolean => c.req.method === 'GET' || c.req.method === 'HEAD'
