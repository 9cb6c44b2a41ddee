/** Replaces names of reporter options in the client's messages with those of the command line. */
export const inOwnOptions = (text: string): string =>
  text.replaceAll('the option url', '--url').replaceAll('the option timeoutMs or SVC_TIMEOUT_MS', '--timeout')
