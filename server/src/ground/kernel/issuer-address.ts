/** The issuer of the tokens of workflows on github.com. */
export const GITHUB_ISSUER = 'https://token.actions.githubusercontent.com'

/**
 * The canonical address of an issuer, without a slash at its end; null for an invalid address. An issuer
 * speaks https. Only an operator's list may name one on the server's own machine, which may speak http.
 */
export function readIssuerAddress(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const { protocol, username, password, search, hash } = url
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(url.hostname))
  // A bare "?" or "#" appears only in the URL's text.
  if (!isSafe || username !== '' || password !== '' || search !== '' || hash !== '') return null
  return /[?#@]/.test(text) ? null : withoutEndSlashes(url.href)
}

/** The URL parser has normalized every other spelling of an IPv4 address. */
const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)

/**
 * Hand-written: a regular expression would backtrack from every slash, and the address comes from
 * an unverified token.
 */
export function withoutEndSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}
