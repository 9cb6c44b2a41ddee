import { isAddress, loginFile } from '@svc/client/login'
import { serverOf } from './logins.ts'
import { readLogins } from './read-logins.ts'

/**
 * Returns the environment, with server and key of a stored login if it has no key of its own.
 * A stored key belongs to its server and is never sent to another one.
 */
export const withLogin = async (
  env: NodeJS.ProcessEnv,
  url: string | undefined,
): Promise<NodeJS.ProcessEnv> => {
  if (env.SVC_API_KEY?.trim()) return env
  const { current, keys } = await readLogins(loginFile(env))
  const named = url?.trim() || env.SVC_URL?.trim()
  // Other code reports an invalid address.
  if (named && !isAddress(named)) return env
  const server = named ? serverOf(named) : current
  const apiKey = server !== undefined && Object.hasOwn(keys, server) ? keys[server] : undefined
  return apiKey === undefined ? env : { ...env, SVC_URL: server, SVC_API_KEY: apiKey }
}

/** True if any login is stored and can be used. */
export const hasLogin = async (env: NodeJS.ProcessEnv): Promise<boolean> => {
  const { keys } = await readLogins(loginFile(env)).catch(() => ({ keys: {} }))
  return Object.keys(keys).length > 0
}
