import { isAddress, spellServer } from '@svc/client/login'
import { Refusal } from '../refusal.ts'

/** The keys that `svc login` stored. */
export interface Logins {
  /** Server of the last login, used if nothing names a server; absent after its logout. */
  current?: string
  /** Keys by the address of their server. */
  keys: Record<string, string>
  /** Servers whose key reporters may send results with. */
  reporters?: string[]
}

/** Returns one spelling of an address: lower-case host, no default port, no trailing slash. */
export const serverOf = (address: string): string => {
  if (!isAddress(address))
    throw new Refusal(`${address} is not the address of a server`, {
      code: 'NOT_SET_UP',
      next: 'give an http or https URL, such as https://svc.example.com',
    })
  return spellServer(address)
}
