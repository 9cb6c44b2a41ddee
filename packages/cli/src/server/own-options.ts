/** What the client says of a reporter's options, in the words of the command line. */
export const inOwnOptions = (text: string): string =>
  text
    .replaceAll('the option url', '--url')
    .replaceAll('the option timeoutMs or SVC_TIMEOUT_MS gives more', '--timeout gives more')
