/** Who signs the tokens of workflows on github.com. */
export const GITHUB_ISSUER = 'https://token.actions.githubusercontent.com'

/**
 * The one spelling of an issuer's address, without a slash at its end; null for an address that no issuer has. An issuer
 * speaks https. One on the server's own machine may speak http, which only an operator's list can name.
 */
export function readIssuerAddress(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const { protocol, username, password, search, hash } = url
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(url.hostname))
  // A bare "?" or "#" is in no part of the URL, but in its text.
  if (!isSafe || username !== '' || password !== '' || search !== '' || hash !== '') return null
  return /[?#@]/.test(text) ? null : withoutEndSlashes(url.href)
}

/** Every other spelling of an IPv4 address has become this one by then. */
const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)

/** By hand: an expression tries the end from every slash, and nobody has signed a token's address yet. */
export function withoutEndSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}
