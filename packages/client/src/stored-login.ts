import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Env } from './ci-facts.ts'

/** A server, and the key that the user stored for it. */
export interface StoredLogin {
  url: string
  apiKey: string
}

const OTHERS = 0o077

/** Returns the file of the logins that `svc login` stores, in the user's config folder. */
export const loginFile = (env: Env, platform: NodeJS.Platform = process.platform): string => {
  const { APPDATA, HOME, XDG_CONFIG_HOME } = env
  if (platform === 'win32')
    return join(APPDATA || join(env.USERPROFILE || homedir(), 'AppData', 'Roaming'), 'svc', 'login.json')
  // The XDG specification ignores relative folders.
  const folder =
    XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(HOME || homedir(), '.config')
  return join(folder, 'svc', 'login.json')
}

/** Returns one spelling of an http or https address: lower-case host, no default port, no trailing slash. */
export const spellServer = (address: string): string => {
  const { origin, pathname } = new URL(address.trim())
  return `${origin}${pathname}`.replace(/\/+$/, '').replace(/\/api\/ingest$/, '')
}

/** True for an http or https URL. */
export const isAddress = (text: string): boolean => /^\s*https?:\/\//i.test(text) && URL.canParse(text.trim())

/**
 * Returns the login whose key a reporter may send results with: that of the named server, else the last one. None if
 * the file is absent, damaged or readable by others, or if the key was stored for commands only. Never throws.
 */
export const readStoredLogin = (env: Env, named: string | undefined): StoredLogin | undefined => {
  try {
    const {
      current,
      keys,
      reporters,
    }: { current?: string; keys: Record<string, string>; reporters?: string[] } = JSON.parse(
      readPrivate(loginFile(env)),
    )
    if (named !== undefined && !isAddress(named)) return undefined
    const url = named === undefined ? current : spellServer(named)
    if (url === undefined || !reporters?.includes(url) || !Object.hasOwn(keys, url)) return undefined
    const apiKey = keys[url]
    return typeof apiKey === 'string' ? { url, apiKey } : undefined
  } catch {
    return undefined
  }
}

/** Checks the open file, so that no other process can replace it between the check and the read. */
const readPrivate = (file: string): string => {
  const opened = openSync(file, 'r')
  try {
    // Windows has no such mode; the folder of the user's settings is private there.
    if (process.platform !== 'win32' && (fstatSync(opened).mode & OTHERS) !== 0) return ''
    return readFileSync(opened, 'utf8')
  } finally {
    closeSync(opened)
  }
}
