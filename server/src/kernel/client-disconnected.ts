/** Ends an answer that nobody waits for any more: the client hung up, which is no failure of the server. */
export class ClientDisconnected extends Error {
  constructor() {
    super('The client disconnected')
  }
}
