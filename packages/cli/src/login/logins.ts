import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { Refusal } from '../refusal.ts'

/** The keys that `svc login` stored. */
export interface Logins {
  /** Server of the last login, used if nothing names a server; absent after its logout. */
  current?: string
  /** Keys by the address of their server. */
  keys: Record<string, string>
}

type Env = Record<string, string | undefined>

/** Returns the file of the stored logins, in the user's config folder. */
export const loginFile = (env: Env, platform: NodeJS.Platform = process.platform): string => {
  const { APPDATA, HOME, XDG_CONFIG_HOME } = env
  if (platform === 'win32')
    return join(APPDATA || join(env.USERPROFILE || homedir(), 'AppData', 'Roaming'), 'svc', 'login.json')
  // The XDG specification ignores relative folders.
  const folder =
    XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(HOME || homedir(), '.config')
  return join(folder, 'svc', 'login.json')
}

/** Returns one spelling of an address: lower-case host, no default port, no trailing slash. */
export const serverOf = (address: string): string => {
  if (!isAddress(address))
    throw new Refusal(`${address} is not the address of a server`, {
      code: 'NOT_SET_UP',
      next: 'give an http or https URL, such as https://svc.example.com',
    })
  const { origin, pathname } = new URL(address.trim())
  return `${origin}${pathname}`.replace(/\/+$/, '').replace(/\/api\/ingest$/, '')
}

/** True for an http or https URL. */
export const isAddress = (text: string): boolean => /^\s*https?:\/\//i.test(text) && URL.canParse(text.trim())
