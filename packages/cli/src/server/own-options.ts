/** Replaces names of reporter options in the client's messages with those of the command line. */
export const inOwnOptions = (text: string): string =>
  text.replaceAll('the option url', '--url').replaceAll('the option timeoutMs or SVC_TIMEOUT_MS', '--timeout')

/** The next step if no key is set. */
export const NO_KEY =
  'log in with npx --no svc login, or set it to an API key of your server: export SVC_API_KEY=svc_...'
